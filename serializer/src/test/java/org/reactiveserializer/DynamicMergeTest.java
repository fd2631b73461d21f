package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** Sources that are added and close: what is merged, what is refused, and when the merge ends. */
class DynamicMergeTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final List<Publisher<? extends Integer>> unused = new ArrayList<>();
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");
  private final Tap<Integer> c = Tap.named("c");

  private DynamicMerge<Integer> merge = merging(settings -> settings);

  private DynamicMerge<Integer> merging(UnaryOperator<Merge<Integer>> settings) {
    Merge<Integer> defaults =
        Merge.<Integer>withDefaults().onDiscard(discarded::add).onErrorDropped(dropped::add);
    return settings.apply(defaults).mergeDynamic(unused::add);
  }

  private void subscribe(long requested) {
    merge.subscribe(downstream);
    if (requested != 0) {
      downstream.subscription().request(requested);
    }
  }

  @Test
  void mergesWhatIsAddedBeforeAndAfterTheSubscriberHasCome() {
    AddedSource early = merge.add(a);
    assertFalse(a.isSubscribed(), "subscribed to without a subscriber");
    subscribe(9);
    AddedSource late = merge.add(b);
    a.next(1);
    b.next(2);
    a.next(3);
    assertTrue(early.isAccepted() && late.isAccepted());
    assertSignals(1, 2, 3);
  }

  @ParameterizedTest
  @EnumSource
  void completesWhenItIsClosedAndAllSourcesHaveEnded(ErrorMode mode) {
    merge = merging(settings -> settings.errors(mode));
    subscribe(9);
    merge.add(a);
    merge.add(b);
    a.complete();
    assertTrue(merge.close());
    assertFalse(merge.close(), "closed twice");
    assertSignals();
    b.next(1).complete();
    assertSignals(1, "completed");
  }

  @Test
  void staysOpenWithoutSources() {
    subscribe(9);
    merge.add(new Range(1, 2));
    assertSignals(1, 2);
    merge.add(new Range(3, 1));
    assertSignals(1, 2, 3);
    merge.close();
    assertSignals(1, 2, 3, "completed");
  }

  @Test
  void aMergeThatWasClosedWaitsForItsSubscriber() {
    merge.add(new Range(1, 2));
    merge.close();
    subscribe(9);
    assertSignals(1, 2, "completed");
    merge = merging(settings -> settings);
    merge.close();
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    merge.subscribe(another);
    assertEquals(List.of("subscribed", "completed"), another.signals());
  }

  @Test
  void refusesASourceAfterTheClose() {
    subscribe(9);
    merge.add(a);
    merge.close();
    assertRefuses();
  }

  @Test
  void refusesASourceAfterACancellation() {
    subscribe(9);
    merge.add(a);
    downstream.subscription().cancel();
    assertTrue(a.isCancelled());
    assertRefuses();
    assertFalse(merge.close());
  }

  @Test
  void refusesASourceAfterAnError() {
    subscribe(9);
    merge.add(a);
    RuntimeException error = new RuntimeException("of a source");
    a.fail(error);
    assertSignals(error);
    assertRefuses();
  }

  @Test
  void refusesASourceAfterItsSubscriberHasThrown() {
    subscribe(9);
    merge.add(a);
    RuntimeException thrown = new RuntimeException("of the subscriber");
    downstream.onNext(
        item -> {
          throw thrown;
        });
    assertSame(thrown, Elsewhere.thrownBy(() -> a.next(1)));
    assertRefuses();
  }

  private void assertRefuses() {
    AddedSource refused = merge.add(c);
    assertFalse(refused.isAccepted());
    refused.remove();
    assertFalse(c.isSubscribed());
    assertEquals(List.of(), unused, "the caller keeps a source that is refused");
  }

  @Test
  void aSourceIsSubscribedToByTheThreadThatAddsIt() {
    subscribe(9);
    List<Thread> threads = new ArrayList<>();
    Publisher<Integer> slow =
        subscriber -> {
          threads.add(Thread.currentThread());
          // Another thread adds a source while this one is still subscribing.
          Elsewhere.run(
              () -> {
                merge.add(b);
                threads.add(b.isSubscribed() ? Thread.currentThread() : null);
              });
        };
    merge.add(slow);
    assertSame(Thread.currentThread(), threads.get(0));
    assertEquals("elsewhere", threads.get(1).getName());
  }

  @Test
  void aSourceMayBeAddedAndTheMergeClosedFromWithinASignal() {
    downstream.on(1, () -> merge.add(new Range(10, 2))).on(10, merge::close);
    subscribe(9);
    merge.add(new Range(1, 2));
    assertSignals(1, 10, 11, 2, "completed");
    assertEquals(1, downstream.deepest());
  }

  @Test
  void moreSourcesThanConcurrencyAllowsWaitInTheOrderInWhichTheyWereAdded() {
    merge = merging(settings -> settings.concurrency(1));
    subscribe(9);
    merge.add(a);
    merge.add(b);
    AddedSource last = merge.add(c);
    assertFalse(b.isSubscribed());
    a.complete();
    assertTrue(b.isSubscribed() && !c.isSubscribed());
    downstream.subscription().cancel();
    assertTrue(last.isAccepted());
    assertEquals(List.of(c), unused);
  }

  @Test
  void sourcesThatWaitForASubscriberGoToTheHookIfItCancelsAtOnce() {
    merge.add(a);
    merge.add(b);
    downstream.onSubscribe(subscription -> subscription.cancel());
    subscribe(0);
    assertEquals(List.of(a, b), unused);
    assertFalse(a.isSubscribed());
    unused.clear();
    assertRefuses();
  }

  @Test
  void aDelayedErrorIsSignalledAfterTheClose() {
    merge = merging(settings -> settings.errors(ErrorMode.DELAYED));
    subscribe(9);
    merge.add(a);
    merge.add(b);
    RuntimeException error = new RuntimeException("of a source");
    a.fail(error);
    b.next(1).complete();
    assertSignals(1);
    merge.close();
    assertSignals(1, error);
  }

  @ParameterizedTest
  @EnumSource
  void aSourceWithAHookFailsAlone(ErrorMode mode) {
    merge = merging(settings -> settings.errors(mode));
    List<Throwable> failures = new ArrayList<>();
    subscribe(0);
    merge.add(a, failures::add);
    merge.add(b);
    RuntimeException error = new RuntimeException("of a source");
    a.next(1).fail(error);
    b.next(2);
    downstream.subscription().request(9);
    b.complete();
    merge.close();
    assertSignals(1, 2, "completed");
    assertEquals(List.of(error), failures);
    assertEquals(List.of(), dropped);
  }

  @Test
  void whatTheHookOfASourceThrowsIsDropped() {
    RuntimeException ofTheHook = new RuntimeException("of the hook");
    subscribe(9);
    merge.add(
        a,
        error -> {
          throw ofTheHook;
        });
    a.fail(new RuntimeException("of a source"));
    merge.close();
    assertSignals("completed");
    assertEquals(List.of(ofTheHook), dropped);
  }

  @Test
  void aSourceWithAHookThatBreaksARuleLeavesAlone() {
    List<Throwable> failures = new ArrayList<>();
    merge = merging(settings -> settings.prefetch(1));
    subscribe(0);
    merge.add(a, failures::add);
    a.next(1, 2);
    assertTrue(a.isCancelled());
    assertTrue(failures.get(0).toString().contains("§1.1: a signalled"), failures::toString);
    merge.close();
    downstream.subscription().request(9);
    assertSignals(1, 2, "completed");
  }

  @Test
  void aSecondSubscriberIsRefused() {
    subscribe(9);
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    merge.subscribe(another);
    assertInstanceOf(IllegalStateException.class, another.signals().get(1));
    merge.add(new Range(1, 1));
    merge.close();
    assertSignals(1, "completed");
  }

  @Test
  void aSourceThatComesAfterThousandsOfIdleOnesIsDeliveredAndRequestedAsIfItWereAlone() {
    merge = merging(settings -> settings.concurrency(Integer.MAX_VALUE).prefetch(4));
    subscribe(Long.MAX_VALUE);
    List<Tap<Integer>> idle =
        IntStream.range(0, 10_000).mapToObj(i -> Tap.<Integer>named("idle")).toList();
    idle.forEach(merge::add);
    merge.add(a);
    for (int i = 0; i < 6; i++) {
      a.next(i);
    }
    assertSignals(0, 1, 2, 3, 4, 5);
    assertEquals(List.of(4L, 3L, 3L), a.calls());
    idle.forEach(tap -> assertEquals(List.of(4L), tap.calls()));
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
