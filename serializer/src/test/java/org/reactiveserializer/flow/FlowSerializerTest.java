package org.reactiveserializer.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingFlowSubscriber;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

class FlowSerializerTest {
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final RecordingFlowSubscriber<Integer> downstream = new RecordingFlowSubscriber<>();
  private final Upstream upstream = new Upstream();
  private final Serializer<Integer> serializer =
      Serializer.<Integer>withDefaults().onDiscard(discarded::add).onErrorDropped(dropped::add);

  @Test
  void anItemOfAnotherThreadIsDeliveredBehindTheOneBeingDelivered() {
    SerialSubscriber<Integer> safe = subscribed();
    downstream.record.on(1, () -> Elsewhere.run(() -> safe.onNext(2)));
    safe.onNext(1);
    safe.onNext(3);
    safe.onComplete();
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.record.signals());
  }

  @Test
  void aRawPublisherOfTwoThreadsLosesNothing() {
    for (int round = 0; round < 100; round++) {
      int current = round;
      RecordingFlowSubscriber<Integer> all = new RecordingFlowSubscriber<>();
      Flow.Publisher<Integer> raw =
          subscriber -> {
            subscriber.onSubscribe(new Upstream());
            Race.run(current, () -> push(subscriber, 0), () -> push(subscriber, 100));
            subscriber.onComplete();
          };
      FlowSerializer.serialize(raw, serializer).subscribe(all);
      List<Object> signals = all.record.signals();
      assertEquals(202, signals.size());
      assertEquals("completed", signals.get(201));
      assertEquals(numbers(0), signals.stream().filter(numbers(0)::contains).toList());
      assertEquals(numbers(100), signals.stream().filter(numbers(100)::contains).toList());
      assertFalse(all.record.overlapped());
    }
  }

  private static void push(Flow.Subscriber<? super Integer> subscriber, int from) {
    numbers(from).forEach(subscriber::onNext);
  }

  private static List<Integer> numbers(int from) {
    return IntStream.range(from, from + 100).boxed().toList();
  }

  @Test
  void demandAndCancellationReachTheUpstream() {
    SerialSubscriber<Integer> safe = FlowSerializer.wrap(downstream, serializer);
    safe.request(2);
    safe.onSubscribe(upstream);
    downstream.record.subscription().request(3);
    downstream.record.subscription().cancel();
    safe.cancel();
    assertEquals(List.of(2L, 3L, "cancel"), upstream.record.calls());
    safe.onNext(1);
    assertEquals(List.of(1), discarded);
  }

  @Test
  void aCancellationMayAlsoComeFromTheUpstreamsSide() {
    subscribed().cancel();
    assertEquals(List.of("cancel"), upstream.record.calls());
  }

  @Test
  void aBadRequestEndsTheStream() {
    SerialSubscriber<Integer> safe = subscribed();
    safe.request(0);
    assertEquals(List.of("cancel"), upstream.record.calls());
    assertInstanceOf(IllegalArgumentException.class, downstream.record.signals().get(1));
  }

  @Test
  void aSecondSubscriptionIsCancelled() {
    SerialSubscriber<Integer> safe = subscribed();
    Upstream second = new Upstream();
    safe.onSubscribe(second);
    assertEquals(List.of("cancel"), second.record.calls());
    assertEquals(List.of(), upstream.record.calls());
  }

  @Test
  void anErrorOvertakesItemsAndALateErrorIsDropped() {
    SerialSubscriber<Integer> safe = subscribed();
    Exception error = new Exception();
    Exception late = new Exception();
    downstream.record.on(
        1,
        () -> {
          safe.onNext(2);
          assertEquals(1, safe.backlog());
          assertFalse(safe.isTerminated());
          safe.onError(error);
          assertTrue(safe.isTerminated());
          safe.onError(late);
        });
    safe.onNext(1);
    assertEquals(List.of("subscribed", 1, error), downstream.record.signals());
    assertEquals(List.of(2), discarded);
    assertEquals(List.of(late), dropped);
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedAndChangesNothing() {
    SerialSubscriber<Integer> safe = FlowSerializer.wrap(downstream, serializer);
    assertThrows(NullPointerException.class, () -> safe.onSubscribe((Flow.Subscription) null));
    safe.onSubscribe(upstream);
    assertThrows(NullPointerException.class, () -> safe.onNext(null));
    assertThrows(NullPointerException.class, () -> safe.onError(null));
    assertThrows(NullPointerException.class, () -> FlowSerializer.wrap(null, serializer));
    assertThrows(NullPointerException.class, () -> FlowSerializer.serialize(null, serializer));
    assertThrows(NullPointerException.class, () -> FlowSerializer.wrap(downstream, null));
    assertThrows(NullPointerException.class, () -> FlowSerializer.publisher(null));
    assertThrows(
        NullPointerException.class,
        () -> FlowSerializer.serialize(raw -> {}, serializer).subscribe(null));
    safe.onNext(1);
    assertEquals(List.of("subscribed", 1), downstream.record.signals());
  }

  @Test
  void aSinkHasAFlow() {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    FlowSerializer.publisher(sink).subscribe(downstream);
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(1));
    downstream.record.subscription().request(2);
    assertEquals(EmitOutcome.DELIVERED, sink.tryEmit(2));
    sink.tryComplete();
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.record.signals());
    RecordingFlowSubscriber<Integer> second = new RecordingFlowSubscriber<>();
    FlowSerializer.publisher(sink).subscribe(second);
    assertInstanceOf(IllegalStateException.class, second.record.signals().get(1));
  }

  @Test
  void reactiveStreamsTypesAreNotWrapped() {
    RecordingSubscriber<Integer> reactive = new RecordingSubscriber<>();
    RecordingSubscription end = new RecordingSubscription();
    AtomicReference<@Nullable Subscriber<?>> seen = new AtomicReference<>();
    Publisher<Integer> raw =
        subscriber -> {
          seen.set(subscriber);
          subscriber.onSubscribe(end);
          subscriber.onComplete();
        };
    FlowSerializer.serialize(FlowAdapters.toFlowPublisher(raw), serializer)
        .subscribe(FlowAdapters.toFlowSubscriber(reactive));
    assertInstanceOf(SerialSubscriber.class, assertNotNullAndGet(seen.get()));
    assertInstanceOf(SerialSubscriber.class, reactive.subscription());
    assertEquals(List.of("subscribed", "completed"), reactive.signals());
  }

  @Test
  void aFlowPublisherGetsOurSubscriberItself() {
    AtomicReference<Flow.@Nullable Subscriber<?>> seen = new AtomicReference<>();
    FlowSerializer.serialize(seen::set, serializer).subscribe(downstream);
    assertInstanceOf(SerialSubscriber.class, seen.get());
  }

  private static <S> S assertNotNullAndGet(@Nullable S seen) {
    assertNotNull(seen);
    return Objects.requireNonNull(seen);
  }

  private SerialSubscriber<Integer> subscribed() {
    SerialSubscriber<Integer> safe = FlowSerializer.wrap(downstream, serializer);
    safe.onSubscribe(upstream);
    return safe;
  }

  private static final class Upstream implements Flow.Subscription {
    final RecordingSubscription record = new RecordingSubscription();

    @Override
    public void request(long n) {
      record.request(n);
    }

    @Override
    public void cancel() {
      record.cancel();
    }
  }
}
