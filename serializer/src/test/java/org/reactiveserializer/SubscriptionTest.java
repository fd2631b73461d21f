package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Demand and cancellation reach the upstream, also if they precede it. */
class SubscriptionTest {
  private final Scene<Integer> scene = Scene.bare(ErrorMode.IMMEDIATE);

  @Test
  void requestsArePassedOnUnchanged() {
    scene.serialized.onSubscribe(scene.upstream);
    scene.downstream.subscription().request(2);
    scene.serialized.request(Long.MAX_VALUE);
    assertEquals(List.of(2L, Long.MAX_VALUE), scene.upstream.calls());
  }

  @Test
  void requestsFromBeforeTheUpstreamAreAddedUp() {
    scene.serialized.request(2);
    scene.serialized.request(3);
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of(5L), scene.upstream.calls());
  }

  @Test
  void requestsFromBeforeTheUpstreamAreCapped() {
    scene.serialized.request(Long.MAX_VALUE - 1);
    scene.serialized.request(Long.MAX_VALUE - 1);
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of(Long.MAX_VALUE), scene.upstream.calls());
  }

  @Test
  void cancellationFromBeforeTheUpstreamCancelsItAndSignalsNothing() {
    scene.serialized.request(1);
    scene.serialized.cancel();
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of("cancel"), scene.upstream.calls());
    assertEquals(List.of(), scene.downstream.signals());
  }

  @Test
  void requestWithinOnSubscribeReachesTheUpstreamWithoutAnOwner() {
    // Otherwise an upstream that emits within request would find an owner, and all its items would
    // be handed over instead of delivered on the fast path.
    scene.downstream.onSubscribe(subscription -> subscription.request(3));
    scene.upstream.onRequest(
        n -> {
          for (int item = 1; item <= n; item++) {
            scene.serialized.onNext(item);
            assertEquals(item, scene.delivered().size());
          }
        });
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  @Test
  void requestFromWithinOnNextIsServedAfterIt() {
    scene.upstream.onRequest(
        n -> {
          int item = scene.delivered().size() + 1;
          if (item <= 1000) {
            scene.serialized.onNext(item);
          }
        });
    scene.downstream.onSubscribe(subscription -> subscription.request(1));
    scene.downstream.onNext(item -> scene.downstream.subscription().request(1));
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(1000, scene.delivered().size());
    assertEquals(1, scene.downstream.deepest());
  }

  @Test
  void upstreamThatArrivesWhileAnotherThreadDeliversGetsTheEarlierDemand() {
    scene.downstream.onSubscribe(subscription -> subscription.request(3));
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> scene.serialized.onSubscribe(scene.upstream));
          assertEquals(List.of("subscribed", 1), scene.downstream.signals());
        });
    scene.serialized.onNext(1);
    assertEquals(List.of("subscribed", 1), scene.downstream.signals());
    assertEquals(List.of(3L), scene.upstream.calls());
  }

  @Test
  void subscriptionWhileAnotherThreadDeliversItIsPassedOnOnce() {
    scene.downstream.onSubscribe(
        subscription -> {
          Elsewhere.run(() -> scene.serialized.onNext(1));
          Elsewhere.run(() -> scene.serialized.onSubscribe(scene.upstream));
          assertEquals(List.of("subscribed"), scene.downstream.signals());
          subscription.request(2);
        });
    scene.serialized.onNext(2);
    assertEquals(List.of("subscribed", 2, 1), scene.downstream.signals());
    assertEquals(List.of(2L), scene.upstream.calls());
  }

  /** §1.9, although there is no upstream that passes a subscription. */
  @Test
  void theDownstreamIsSubscribedBeforeAnyOtherSignal() {
    assertFirst(serialized -> serialized.onNext(7), "subscribed", 7);
    assertFirst(SerialSubscriber::onComplete, "subscribed", "completed");
    Exception error = new Exception();
    assertFirst(serialized -> serialized.onError(error), "subscribed", error);
    assertFirst(SerialSubscriber::cancel);
  }

  private static void assertFirst(Consumer<SerialSubscriber<Integer>> signal, Object... signals) {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    signal.accept(Serializer.<Integer>withDefaults().wrap(downstream));
    assertEquals(List.of(signals), downstream.signals());
  }

  @Test
  void anItemIsDiscardedIfTheDownstreamCancelsBefore() {
    scene.downstream.onSubscribe(Subscription::cancel);
    scene.serialized.onNext(1);
    assertEquals(List.of("subscribed"), scene.downstream.signals());
    assertEquals(List.of(1), scene.discarded);
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }

  @Test
  void serializedPublisherGivesEachSubscriberASerializerOfItsOwn() {
    Publisher<Integer> upstream =
        subscriber -> {
          subscriber.onSubscribe(scene.upstream);
          Elsewhere.run(() -> subscriber.onNext(1));
          subscriber.onComplete();
        };
    Publisher<Integer> serial = Serializer.<Integer>withDefaults().serialize(upstream);
    RecordingSubscriber<Integer> first = new RecordingSubscriber<>();
    RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
    serial.subscribe(first);
    serial.subscribe(second);
    assertEquals(List.of("subscribed", 1, "completed"), first.signals());
    assertEquals(List.of("subscribed", 1, "completed"), second.signals());
    assertNotSame(first.subscription(), second.subscription());
  }

  @Test
  void publisherOfASubtypeCanBeSerialized() {
    Publisher<Integer> integers = Subscriber::onComplete;
    Publisher<Number> numbers = Serializer.<Number>withDefaults().serialize(integers);
    RecordingSubscriber<Object> downstream = new RecordingSubscriber<>();
    numbers.subscribe(downstream);
    assertEquals(List.of("subscribed", "completed"), downstream.signals());
  }

  @Test
  void settingsDoNotChangeThoseTheyAreDerivedFrom() {
    Serializer<Integer> plain = Serializer.withDefaults();
    assertNotSame(plain, plain.errors(ErrorMode.DELAYED));
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSubscriber<Integer> immediate = plain.wrap(downstream);
    Exception error = new Exception();
    downstream.on(
        1,
        () -> {
          immediate.onNext(2);
          immediate.onError(error);
        });
    immediate.onNext(1);
    assertEquals(List.of("subscribed", 1, error), downstream.signals(), "immediate, as before");
  }
}
