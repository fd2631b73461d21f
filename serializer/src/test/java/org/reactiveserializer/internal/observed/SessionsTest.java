package org.reactiveserializer.internal.observed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.RecordingSubscriber;

/** How long sessions take, as whoever observes reads it. Times have bounds that were read inside and outside. */
class SessionsTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Group> groups = new ArrayList<>();
  private final Consumer<Group> observer = groups::add;

  @BeforeEach
  void observe() {
    Groups.observe(observer);
  }

  @AfterEach
  void ignore() {
    Groups.ignore(observer);
  }

  private Group only(String group) {
    List<Group> found = groups.stream().filter(g -> g.toString().equals(group)).distinct().toList();
    assertEquals(1, found.size(), found::toString);
    return found.get(0);
  }

  private long longest(String group) {
    return only(group).longestSession(System.nanoTime());
  }

  /** Returns how long it took: a bit. */
  private static long dwell() {
    long from = System.nanoTime();
    long took = 0;
    while (took < 1_000) {
      Thread.onSpinWait();
      took = System.nanoTime() - from;
    }
    return took;
  }

  /** Checks what is read after an action in which the last item of others dwells. */
  private void check(String group, int last, Runnable action) {
    long[] inside = {0};
    downstream.on(last, () -> inside[0] = dwell());
    long from = System.nanoTime();
    action.run();
    long outside = System.nanoTime() - from;
    long longest = longest(group);
    assertTrue(inside[0] > 0 && inside[0] <= longest && longest <= outside, () -> "" + longest);
    assertEquals(0, only(group).longestSession(System.nanoTime() + 2 * RecentMax.MINUTE));
  }

  @Test
  void ofAThreadThatDeliversMore() {
    SerialSubscriber<Integer> orders =
        Serializer.<Integer>withDefaults().named("more").wrap(downstream);
    downstream.on(1, () -> Elsewhere.run(() -> orders.onNext(2)));
    check("serializer[more]", 2, () -> orders.onNext(1));
  }

  @Test
  void ofAThreadThatRequests() {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("requests").sink();
    sink.subscribe(downstream);
    Elsewhere.run(() -> sink.tryEmit(1));
    check("sink[requests]", 1, () -> downstream.subscription().request(1));
  }

  /** It finds demand of a thread that has not signalled it yet. */
  @Test
  void ofAThreadThatFirstMakesAPass() {
    Demand demand = new Demand();
    SinkOperator<Integer> sink =
        new SinkOperator<>(
            DrainLoop.newDrainState(),
            demand,
            null,
            new SerialSettings<Integer>(
                SerialSettings.UNBOUNDED,
                Overflow.DROP_NEWEST,
                ErrorMode.DELAYED,
                null,
                Hooks.<Integer>none().named("first")));
    sink.admit(downstream);
    Elsewhere.run(() -> sink.emit(1));
    demand.add(1);
    check("sink[first]", 1, () -> sink.emit(2));
    assertEquals(List.of("subscribed", 1), downstream.signals());
  }

  @Test
  void ofAMerge() {
    SerialSink<Integer> source = Serializer.<Integer>withDefaults().sink();
    Merge.withDefaults().<Integer>named("all").of(source).subscribe(downstream);
    Elsewhere.run(() -> source.tryEmit(1));
    check("merge[all]", 1, () -> downstream.subscription().request(1));
  }

  @Test
  void ofATask() {
    List<Runnable> tasks = new ArrayList<>();
    SerialSubscriber<Integer> orders =
        Serializer.<Integer>withDefaults().named("task").deliverOn(tasks::add).wrap(downstream);
    orders.onNext(1);
    check("serializer[task]", 1, () -> tasks.get(0).run());
  }

  @Test
  void oneThatIsUnderWayIsSeen() {
    SerialSubscriber<Integer> orders =
        Serializer.<Integer>withDefaults().named("hung").wrap(downstream);
    downstream.on(1, () -> Elsewhere.run(() -> orders.onNext(2)));
    downstream.on(
        2,
        () -> {
          long inside = dwell();
          Elsewhere.run(() -> assertTrue(longest("serializer[hung]") >= inside));
          long later = System.nanoTime() + 9 * RecentMax.MINUTE;
          assertTrue(only("serializer[hung]").longestSession(later) >= 9 * RecentMax.MINUTE);
        });
    orders.onNext(1);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }

  @Test
  void oneThatThrowsIsOver() {
    SerialSubscriber<Integer> orders =
        Serializer.<Integer>withDefaults().named("thrown").wrap(downstream);
    downstream.on(1, () -> Elsewhere.run(() -> List.of(2, 3).forEach(orders::onNext)));
    downstream.on(
        3,
        () -> {
          throw new IllegalStateException("boom");
        });
    check(
        "serializer[thrown]",
        2,
        () -> assertThrows(IllegalStateException.class, () -> orders.onNext(1)));
  }

  @Test
  void itemsOfItsOwnAndSignalsAreNone() {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("own").sink();
    sink.subscribe(downstream);
    downstream.subscription().request(9);
    downstream.on(1, SessionsTest::dwell);
    sink.tryEmit(1);
    sink.tryComplete();
    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
    assertEquals(0, longest("sink[own]"));
  }

  @Test
  void nothingIsMeasuredWhileNobodyObserves() {
    Groups.ignore(observer);
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("alone").sink();
    sink.subscribe(downstream);
    sink.tryEmit(1);
    downstream.on(1, SessionsTest::dwell);
    downstream.subscription().request(1);
    Groups.observe(observer);
    assertEquals(0, longest("sink[alone]"));
    sink.tryEmit(2);
    check("sink[alone]", 2, () -> downstream.subscription().request(1));
  }
}
