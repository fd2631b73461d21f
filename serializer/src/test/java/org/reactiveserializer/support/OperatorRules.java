package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The rules of the operator of each bridge, the same for all libraries. The source signals from any
 * thread, and the downstream records.
 */
public abstract class OperatorRules {
  protected final Tap<Integer> raw = Tap.named("raw");
  protected final RecordingSubscriber<Integer> downstream = greedy();

  /** Discarded items, unless the settings have a hook of their own. */
  protected final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());

  /** Errors that reach the library's own hook for those that cannot be signalled. */
  protected final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());

  protected final Throwable error = new Exception("the error");

  /** Subscribes through the operator with these settings. */
  protected abstract void subscribe(
      Publisher<Integer> source, Serializer<Integer> settings, Subscriber<Integer> end);

  /** Subscribes through the operator without settings. */
  protected abstract void subscribe(Publisher<Integer> source, Subscriber<Integer> end);

  private void subscribe(Serializer<Integer> settings) {
    subscribe(raw, settings, downstream);
  }

  private static RecordingSubscriber<Integer> greedy() {
    return new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
  }

  protected final List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void oneThreadAndTheEnd() {
    subscribe(Serializer.withDefaults());
    raw.next(1, 2, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertEquals(List.of(Long.MAX_VALUE), raw.calls());
  }

  @Test
  void itemsOfAnotherThreadMeanwhileAreNotDropped() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    subscribe(Serializer.withDefaults());
    raw.next(1, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertSame(Thread.currentThread(), downstream.deliverer());
    assertFalse(downstream.overlapped());
  }

  @Test
  void withoutSettingsAnErrorIsDelayed() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    subscribe(raw, downstream);
    raw.next(1);
    assertEquals(List.of(1, 2, error), delivered());
  }

  @Test
  void withoutAModeAnErrorIsDelayed() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    subscribe(Serializer.withDefaults());
    raw.next(1);
    assertEquals(List.of(1, 2, error), delivered());
  }

  @Test
  void anImmediateErrorOvertakesItemsWhichAreDiscarded() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    subscribe(Serializer.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE));
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(2), discarded);
  }

  @Test
  void cancellationWithinABatchDiscardsTheRestOnce() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2, 3, 4)));
    downstream.on(3, () -> downstream.subscription().cancel());
    subscribe(Serializer.withDefaults());
    raw.next(1, 5);
    assertEquals(List.of(1, 2, 3), delivered());
    assertEquals(List.of(4, 5), discarded);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), raw.calls());
  }

  @Test
  void anItemAfterTheEndIsDiscardedAndAnErrorDropped() {
    subscribe(Serializer.withDefaults());
    raw.next(1).complete();
    raw.next(2).fail(error);
    raw.complete();
    assertEquals(List.of(1, "completed"), delivered());
    assertEquals(List.of(2), discarded);
    assertEquals(List.of(error), dropped);
  }

  @Test
  void ofTwoErrorsFromWithinASignalTheSecondIsDropped() {
    Throwable another = new Exception("another");
    for (ErrorMode mode : ErrorMode.values()) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> end = greedy();
      end.on(
          1,
          () -> {
            source.fail(error);
            source.fail(another);
          });
      subscribe(source, Serializer.<Integer>withDefaults().errors(mode), end);
      source.next(1);
      assertEquals(List.of("subscribed", 1, error), end.signals());
      assertEquals(List.of(another), dropped);
      dropped.clear();
    }
  }

  @Test
  void completionsFromWithinASignalCountOnce() {
    downstream.on(
        1,
        () -> {
          raw.complete();
          raw.complete();
        });
    subscribe(Serializer.withDefaults());
    raw.next(1);
    assertEquals(List.of(1, "completed"), delivered());
  }

  @Test
  void theSerializersOwnHookForErrorsTakesPrecedence() {
    List<Object> own = new ArrayList<>();
    subscribe(Serializer.<Integer>withDefaults().onErrorDropped(own::add));
    raw.complete();
    raw.fail(error);
    assertEquals(List.of(error), own);
    assertEquals(List.of(), dropped);
  }

  @Test
  void nullThrowsToTheCallerAndChangesNothing() {
    subscribe(Serializer.withDefaults());
    assertThrows(NullPointerException.class, () -> raw.subscriber().onNext(nothing()));
    assertThrows(NullPointerException.class, () -> raw.subscriber().onError(nothing()));
    assertThrows(NullPointerException.class, () -> raw.subscriber().onSubscribe(nothing()));
    raw.next(1).complete();
    assertEquals(List.of(1, "completed"), delivered());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  @Test
  void aSecondSubscriptionIsCancelledWithoutAReport() {
    subscribe(Serializer.withDefaults());
    RecordingSubscription second = new RecordingSubscription();
    raw.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    raw.next(1);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(Long.MAX_VALUE), raw.calls());
    assertEquals(List.of(), dropped);
  }

  @Test
  void aBadRequestIsAnError() {
    subscribe(Serializer.withDefaults());
    downstream.subscription().request(0);
    assertInstanceOf(IllegalArgumentException.class, delivered().get(0));
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), raw.calls());
  }

  @Test
  void aDownstreamThatThrowsEndsTheStreamAndBlocksNothing() {
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> raw.next(2));
          throw new IllegalArgumentException("boom");
        });
    subscribe(Serializer.withDefaults());
    assertEquals(
        "boom", assertThrows(IllegalArgumentException.class, () -> raw.next(1)).getMessage());
    raw.next(3);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(2, 3), discarded);
    assertTrue(raw.isCancelled());
  }

  /** Four items and a cancellation in every order. */
  @Test
  @Tag("effort")
  void noItemLeaksIfACancellationRaces() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> end = greedy().onNext(discarded::add); // collects both outcomes
      subscribe(source, Serializer.withDefaults(), end);
      source.next(1);
      Race.run(
          round,
          () -> source.next(2, 4),
          () -> {
            source.next(3);
            end.subscription().cancel();
          });
      assertEquals(List.of(1, 2, 3, 4), discarded.stream().sorted().toList());
      discarded.clear();
    }
  }

  /**
   * Items and several terminal signals race: one terminal signal is delivered, as the last signal,
   * and each item has one outcome.
   */
  @Test
  @Tag("effort")
  void terminalsRace() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> end = greedy();
      subscribe(
          source,
          Serializer.<Integer>withDefaults().errors(ErrorMode.values()[round / 256 % 2]),
          end);
      Race.run(
          round,
          () -> source.next(1, 2),
          source::complete,
          () -> source.fail(error),
          () -> {
            source.next(3);
            source.complete();
          });
      List<Object> signals = end.signals();
      Object last = signals.get(signals.size() - 1);
      assertTrue(last.equals("completed") || last == error);
      assertEquals(last == error ? List.of() : List.of(error), dropped);
      List<Object> items = new ArrayList<>(signals.subList(1, signals.size() - 1));
      items.addAll(discarded);
      assertEquals(Set.of(1, 2, 3), Set.copyOf(items));
      assertEquals(3, items.size());
      dropped.clear();
      discarded.clear();
    }
  }

  /** The operator holds neither the downstream nor the upstream's subscription. */
  @Test
  void afterTheEndNeitherHoldsTheOther() {
    for (BiConsumer<Tap<Integer>, Subscription> end :
        List.<BiConsumer<Tap<Integer>, Subscription>>of(
            (source, s) -> s.cancel(),
            (source, s) -> source.complete(),
            (source, s) -> source.fail(error))) {
      Tap<Integer> source = Tap.named("kept");
      RecordingSubscriber<Integer> kept = greedy();
      assertCollected(downstreamUntil(end, source));
      assertCollected(upstreamUntil(end, kept));
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(kept);
    }
  }

  private WeakReference<?> downstreamUntil(
      BiConsumer<Tap<Integer>, Subscription> end, Tap<Integer> kept) {
    RecordingSubscriber<Integer> used = greedy();
    use(kept, used, end);
    return new WeakReference<>(used);
  }

  private WeakReference<?> upstreamUntil(
      BiConsumer<Tap<Integer>, Subscription> end, RecordingSubscriber<Integer> kept) {
    Tap<Integer> used = Tap.named("used");
    use(used, kept, end);
    return new WeakReference<>(used.subscription());
  }

  private void use(
      Tap<Integer> source,
      RecordingSubscriber<Integer> subscriber,
      BiConsumer<Tap<Integer>, Subscription> end) {
    subscribe(source, subscriber);
    source.next(1);
    end.accept(source, subscriber.subscription());
  }
}
