package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Effort;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The outcomes of items and errors in the merge of a bridge, the same for all libraries. The sources
 * of the merge are of the library's own type, and pass on signals of the test from any thread. The
 * downstream records.
 */
public abstract class MergeFateRules {
  protected final Tap<Tap<Integer>> outer = Tap.named("outer");
  protected final Tap<Integer> a = Tap.named("a");
  protected final Tap<Integer> b = Tap.named("b");
  protected final RecordingSubscriber<Integer> downstream = greedy();

  /** Discarded items, unless the settings have a hook of their own. */
  protected final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());

  /** Discarded outer items. */
  protected final List<Object> released = Collections.synchronizedList(new ArrayList<>());

  /** Errors that reach the library's own hook for those that cannot be signalled. */
  protected final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());

  protected final Exception error = new Exception("the error");
  protected final Exception another = new Exception("another");

  /**
   * Merges through the bridge. Converts the outer source, and the publishers that the mapper
   * returns, to the library's own type first. Discarded items go to the library's own hook if there
   * is one, otherwise to a hook of the settings.
   */
  protected abstract <S> void merge(
      Merge<Integer> settings,
      Publisher<S> source,
      Function<S, @Nullable Publisher<Integer>> mapper,
      Consumer<S> onDiscardOuter,
      Subscriber<Integer> end);

  protected final void merge(Merge<Integer> settings) {
    merge(settings, outer, source -> source, released::add, downstream);
  }

  /** Merges, and emits the sources a and b. */
  protected final void merged(Merge<Integer> settings) {
    merge(settings);
    outer.next(a, b);
  }

  /**
   * Returns settings without limits. A bridge whose library has no hook for dropped errors sets one
   * here.
   */
  protected Merge<Integer> any() {
    return Merge.withDefaults().concurrency(Integer.MAX_VALUE);
  }

  protected static RecordingSubscriber<Integer> greedy() {
    return new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
  }

  protected final List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void moreItemsThanWereRequestedAreDeliveredBeforeTheErrorOrDiscarded() {
    downstream.on(1, () -> a.next(2, 3, 4));
    merged(any().prefetch(2));
    a.next(1);
    assertTrue(a.isCancelled());
    assertEquals(1, delivered().stream().filter(IllegalStateException.class::isInstance).count());
    List<Object> outcomes = new ArrayList<>(delivered());
    outcomes.removeIf(IllegalStateException.class::isInstance);
    outcomes.addAll(discarded);
    assertEquals(List.of(1, 2, 3, 4), outcomes);
  }

  @Test
  void aMapperThatThrowsEndsTheStreamAndItsItemIsReleased() {
    IllegalStateException thrown = new IllegalStateException("thrown by the mapper");
    merge(
        any(),
        outer,
        source -> {
          if (source == b) {
            throw thrown;
          }
          return source;
        },
        released::add,
        downstream);
    outer.next(a, b);
    assertEquals(List.of(thrown), delivered());
    assertEquals(List.of(b), released);
    assertTrue(outer.isCancelled() && a.isCancelled());
  }

  @Test
  void aMapperThatReturnsNullEndsTheStreamAndItsItemIsReleased() {
    merge(any(), outer, source -> source == b ? null : source, released::add, downstream);
    outer.next(a, b);
    assertInstanceOf(NullPointerException.class, delivered().get(0));
    assertEquals(List.of(b), released);
    assertTrue(outer.isCancelled() && a.isCancelled());
  }

  @Test
  void aCancellationReachesAllSourcesAndDiscardsItemsThatWait() {
    RecordingSubscriber<Integer> idle = new RecordingSubscriber<>();
    merge(any(), outer, source -> source, released::add, idle);
    outer.next(a, b);
    a.next(1, 2);
    b.next(3);
    idle.subscription().cancel();
    assertEquals(List.of(1, 2, 3), discarded);
    assertTrue(a.isCancelled() && b.isCancelled() && outer.isCancelled());
    a.next(4);
    Tap<Integer> late = Tap.named("late");
    outer.next(late);
    assertEquals(List.of(1, 2, 3, 4), discarded);
    assertEquals(List.of(late), released);
    assertFalse(late.isSubscribed());
    assertEquals(List.of("subscribed"), idle.signals());
  }

  @Test
  void afterTheEndAnItemIsDiscardedAndAnErrorDropped() {
    merged(any());
    a.fail(error);
    b.next(1).fail(another);
    assertEquals(List.of(error), delivered());
    assertEquals(List.of(1), discarded);
    assertEquals(List.of(another), dropped);
  }

  @Test
  void theMergesOwnErrorHookHasPrecedence() {
    List<Object> own = new ArrayList<>();
    merged(any().onErrorDropped(own::add));
    downstream.subscription().cancel();
    a.fail(error);
    assertEquals(List.of(error), own);
    assertEquals(List.of(), dropped);
  }

  @Test
  void aDownstreamThatThrowsEndsTheStream() {
    downstream.on(
        1,
        () -> {
          b.next(2);
          throw new IllegalArgumentException("boom");
        });
    merged(any());
    assertEquals(
        "boom", assertThrows(IllegalArgumentException.class, () -> a.next(1)).getMessage());
    a.next(3);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(2, 3), discarded);
    assertTrue(a.isCancelled() && b.isCancelled() && outer.isCancelled());
  }

  @Test
  void aSecondSubscriptionIsCancelledAndReported() {
    merged(any());
    RecordingSubscription second = new RecordingSubscription();
    a.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    assertEquals(1, dropped.size());
    a.next(1);
    assertEquals(List.of(1), delivered());
  }

  /**
   * Waiting items, further items, a request and a cancellation, in every order: each item has one
   * outcome.
   */
  @Test
  @Tag("effort")
  void noItemLeaksIfACancellationRaces() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Tap<Tap<Integer>> sources = Tap.named("sources");
      Tap<Integer> first = Tap.named("first");
      Tap<Integer> second = Tap.named("second");
      RecordingSubscriber<Integer> end =
          new RecordingSubscriber<Integer>().onNext(discarded::add); // collects both outcomes
      merge(any().prefetch(8), sources, source -> source, released::add, end);
      sources.next(first, second);
      first.next(1, 2, 3);
      Race.run(
          round,
          () -> first.next(4, 5),
          () -> second.next(6, 7, 8),
          () -> end.subscription().request(4),
          () -> end.subscription().cancel());
      assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8), discarded.stream().sorted().toList());
      discarded.clear();
    }
  }

  /** For each outer item, either its inner source is subscribed to, or it is released; once. */
  @Test
  @Tag("effort")
  void noOuterItemLeaksIfACancellationRaces() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> end = greedy();
      merge(
          any(),
          source,
          item ->
              subscriber -> {
                released.add(item); // collects both outcomes
                subscriber.onSubscribe(new RecordingSubscription());
              },
          released::add,
          end);
      Race.run(round, () -> source.next(1, 2, 3), () -> end.subscription().cancel());
      assertEquals(List.of(1, 2, 3), released.stream().sorted().toList());
      released.clear();
    }
  }

  /** Not even by sources that keep their subscribers (§3.13). */
  @Test
  void afterTheEndTheDownstreamIsNotHeld() {
    for (BiConsumer<Tap<Integer>, Subscription> end :
        List.<BiConsumer<Tap<Integer>, Subscription>>of(
            (source, s) -> s.cancel(),
            (source, s) -> source.fail(error),
            (source, s) -> s.request(0))) {
      Tap<Tap<Integer>> sources = Tap.named("sources");
      Tap<Integer> inner = Tap.named("inner");
      assertCollected(used(sources, inner, end));
      Reference.reachabilityFence(sources);
      Reference.reachabilityFence(inner);
    }
  }

  private WeakReference<?> used(
      Tap<Tap<Integer>> sources, Tap<Integer> inner, BiConsumer<Tap<Integer>, Subscription> end) {
    RecordingSubscriber<Integer> used = greedy();
    merge(any(), sources, source -> source, released::add, used);
    sources.next(inner);
    end.accept(inner, used.subscription());
    return new WeakReference<>(used);
  }
}
