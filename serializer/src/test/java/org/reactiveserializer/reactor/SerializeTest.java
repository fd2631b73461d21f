package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** The operator, between a source that any thread signals from and a recorded downstream. */
class SerializeTest {
  private final Tap<Integer> raw = Tap.named("raw");
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
  private final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Throwable error = new Exception("the error");

  @BeforeEach
  void hook() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void unhook() {
    Hooks.resetOnErrorDropped();
  }

  private void subscribe(Serializer<Integer> settings) {
    Flux.from(raw)
        .transform(ReactorSerializer.serialize(settings))
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(downstream);
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void whatAnotherThreadBringsMeanwhileIsNotDropped() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    subscribe(Serializer.unbounded());
    raw.next(1, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertFalse(downstream.overlapped());
  }

  @Test
  void withoutSettingsAnErrorWaits() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(downstream);
    raw.next(1);
    assertEquals(List.of(1, 2, error), delivered());
  }

  @Test
  void anImmediateErrorOvertakesAndWhatItOvertookIsDiscarded() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    subscribe(Serializer.unbounded());
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(2), discarded);
  }

  @Test
  void cancellationWithinABatchDiscardsTheRestOnce() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2, 3, 4)));
    downstream.on(3, () -> downstream.subscription().cancel());
    subscribe(Serializer.unbounded());
    raw.next(1, 5);
    assertEquals(List.of(1, 2, 3), delivered());
    assertEquals(List.of(4, 5), discarded);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), raw.calls());
  }

  @Test
  void anItemAfterTheEndIsDiscardedAndAnErrorDropped() {
    subscribe(Serializer.unbounded());
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
    downstream.on(
        1,
        () -> {
          raw.fail(error);
          raw.fail(another);
        });
    subscribe(Serializer.<Integer>unbounded().errors(ErrorMode.DELAYED));
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(another), dropped);
  }

  @Test
  void theSerializersOwnHooksComeFirst() {
    List<Object> own = new ArrayList<>();
    subscribe(Serializer.<Integer>unbounded().onDiscard(own::add).onDropped(own::add));
    downstream.subscription().cancel();
    raw.next(1).fail(error);
    assertEquals(List.of(1, error), own);
    assertEquals(List.of(), discarded);
    assertEquals(List.of(), dropped);
  }

  @Test
  void theContextReachesTheSource() {
    Flux<Object> source = Flux.deferContextual(context -> Flux.just(context.<Object>get("key")));
    assertEquals(
        "value",
        source
            .transformDeferred(ReactorSerializer.serialize())
            .contextWrite(context -> context.put("key", "value"))
            .blockLast());
  }

  @Test
  void nullIsThrownAtWhoBringsItAndChangesNothing() {
    subscribe(Serializer.unbounded());
    assertThrows(NullPointerException.class, () -> raw.subscriber().onNext(nothing()));
    assertThrows(NullPointerException.class, () -> raw.subscriber().onError(nothing()));
    raw.next(1).complete();
    assertEquals(List.of(1, "completed"), delivered());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  @Test
  void aSecondSubscriptionIsCancelled() {
    subscribe(Serializer.unbounded());
    RecordingSubscription second = new RecordingSubscription();
    raw.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    raw.next(1);
    assertEquals(List.of(1), delivered());
  }

  @Test
  void aDownstreamThatThrowsEndsTheStreamAndDoesNotWedgeIt() {
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> raw.next(2));
          throw new IllegalArgumentException("boom");
        });
    Flux.from(raw)
        .transform(ReactorSerializer.serialize(Serializer.<Integer>unbounded().onDiscard(discarded::add)))
        .subscribe(downstream);
    assertEquals(
        "boom",
        assertThrows(IllegalArgumentException.class, () -> raw.next(1)).getMessage());
    raw.next(3);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(2, 3), discarded);
    assertSame(true, raw.isCancelled());
  }

  /** Four items and a cancellation in every order: each item has one fate. */
  @Test
  void noItemLeaksIfACancellationRaces() {
    for (int round = 0; round < 2_000; round++) {
      Tap<Integer> source = Tap.named("source");
      List<Integer> fates = Collections.synchronizedList(new ArrayList<>());
      RecordingSubscriber<Integer> end =
          new RecordingSubscriber<Integer>()
              .onSubscribe(s -> s.request(Long.MAX_VALUE))
              .onNext(fates::add);
      Flux.from(source)
          .transform(ReactorSerializer.serialize())
          .doOnDiscard(Integer.class, fates::add)
          .subscribe(end);
      source.next(1);
      Race.run(
          round,
          () -> source.next(2, 4),
          () -> {
            source.next(3);
            end.subscription().cancel();
          });
      Collections.sort(fates);
      assertEquals(List.of(1, 2, 3, 4), fates);
    }
  }

  @Test
  void aSourceThatThrowsFromSubscribeDoesNotGetRoundTheSerializer() {
    Publisher<Integer> throwing =
        subscriber -> {
          raw.subscribe(subscriber);
          throw new IllegalStateException("boom");
        };
    Flux.from(throwing)
        .transform(ReactorSerializer.serialize(Serializer.<Integer>unbounded()))
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(downstream);
    assertEquals(1, downstream.signals().stream().filter(Throwable.class::isInstance).count());
    raw.next(1);
    assertEquals(List.of(1), discarded);
  }

  @Test
  void afterTheEndTheDownstreamIsNotHeld() {
    for (Consumer<Subscription> end :
        List.<Consumer<Subscription>>of(Subscription::cancel, s -> raw().complete())) {
      assertCollected(usedUntil(end));
      Reference.reachabilityFence(taps);
    }
  }

  private final List<Tap<Integer>> taps = new ArrayList<>();

  private Tap<Integer> raw() {
    return taps.get(taps.size() - 1);
  }

  private WeakReference<?> usedUntil(Consumer<Subscription> end) {
    taps.add(Tap.named("kept"));
    RecordingSubscriber<Integer> used =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
    Flux.from(raw()).transform(ReactorSerializer.serialize()).subscribe(used);
    raw().next(1);
    end.accept(used.subscription());
    return new WeakReference<>(used);
  }
}
