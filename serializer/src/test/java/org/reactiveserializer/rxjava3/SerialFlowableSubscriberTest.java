package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.operators.QueueSubscription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/** The rules that RxJava's tests check for its own {@code SerializedSubscriber}. */
class SerialFlowableSubscriberTest {
  private static final int ROUNDS = 200;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults().onDiscard(discarded::add);
  private final Exception error = new Exception("the error");

  private RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private RecordingSubscription upstream = new RecordingSubscription();
  private SerialFlowableSubscriber<Integer> serial = subscribed(ErrorMode.IMMEDIATE);

  @Test
  void oneThread() {
    serial.onNext(1);
    serial.onNext(2);
    serial.onComplete();
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.signals());
  }

  @Test
  void manyThreadsEachInItsOrderAndNeverTwoAtATime() {
    for (int round = 0; round < 20; round++) {
      serial = subscribed(ErrorMode.IMMEDIATE);
      Race.run(round, () -> push(0), () -> push(1000), () -> push(2000), () -> push(3000));
      serial.onComplete();
      List<Object> signals = downstream.signals();
      assertEquals(4002, signals.size());
      assertEquals("completed", signals.get(4001));
      for (int thread = 0; thread < 4; thread++) {
        List<Integer> own = numbers(1000 * thread);
        assertEquals(own, signals.stream().filter(own::contains).toList());
      }
      assertFalse(downstream.overlapped());
    }
  }

  private void push(int from) {
    numbers(from).forEach(serial::onNext);
  }

  private static List<Integer> numbers(int from) {
    return Stream.iterate(from, n -> n + 1).limit(1000).toList();
  }

  /** An item that is emitted while another is delivered needs no third one to be delivered. */
  @Test
  void aWaitingItemIsDeliveredByTheThreadThatEmits() {
    downstream.on(1, () -> Elsewhere.run(() -> serial.onNext(2)));
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
    assertSame(Thread.currentThread(), downstream.deliverer());
  }

  @Test
  void anErrorOfOneThreadAmidItemsOfOthersIsTheLastSignal() {
    for (int round = 0; round < ROUNDS; round++) {
      serial = subscribed(ErrorMode.IMMEDIATE);
      Race.run(
          round,
          () -> Stream.of(1, 2, 3).forEach(serial::onNext),
          () -> serial.onError(error),
          () -> Stream.of(4, 5, 6).forEach(serial::onNext));
      List<Object> signals = downstream.signals();
      assertEquals(error, signals.get(signals.size() - 1));
      assertEquals(6, signals.size() - 2 + discarded.size());
      discarded.clear();
    }
  }

  @Test
  void ofManyTerminalsOneArrivesAndTheOtherErrorsAreDropped() {
    for (int round = 0; round < ROUNDS; round++) {
      plugins.errors.clear();
      serial = subscribed(ErrorMode.IMMEDIATE);
      Exception another = new Exception("another");
      Race.run(
          round,
          serial::onComplete,
          () -> serial.onError(error),
          serial::onComplete,
          () -> serial.onError(another));
      assertEquals(2, downstream.signals().size());
      Object end = downstream.signals().get(1);
      List<Throwable> rest = new ArrayList<>(List.of(error, another));
      rest.remove(end);
      assertEquals(rest.size(), plugins.errors.size());
      assertTrue(plugins.causes().containsAll(rest));
    }
  }

  @Test
  void anItemRacingWithACompletionIsDeliveredOrDiscarded() {
    for (int round = 0; round < ROUNDS; round++) {
      serial = subscribed(ErrorMode.IMMEDIATE);
      Race.run(round, serial::onComplete, () -> serial.onNext(1));
      List<Object> signals = new ArrayList<>(downstream.signals());
      assertEquals("completed", signals.remove(signals.size() - 1));
      signals.addAll(discarded);
      assertEquals(List.of("subscribed", 1), signals);
      discarded.clear();
    }
  }

  @Test
  void anItemRacingWithAnErrorIsDeliveredOrDiscarded() {
    for (ErrorMode mode : ErrorMode.values()) {
      for (int round = 0; round < ROUNDS; round++) {
        serial = subscribed(mode);
        Race.run(round, () -> serial.onError(error), () -> serial.onNext(1));
        List<Object> signals = new ArrayList<>(downstream.signals());
        assertEquals(error, signals.remove(signals.size() - 1));
        signals.addAll(discarded);
        assertEquals(List.of("subscribed", 1), signals);
        discarded.clear();
      }
    }
  }

  @Test
  void ofTwoErrorsFromWithinAnItemTheSecondIsDropped() {
    Exception second = new Exception();
    downstream.on(
        1,
        () -> {
          serial.onError(error);
          serial.onError(second);
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, error), downstream.signals());
    assertEquals(List.of(second), plugins.causes());
  }

  @Test
  void ofTwoCompletionsFromWithinAnItemOneArrives() {
    downstream.on(
        1,
        () -> {
          serial.onComplete();
          serial.onComplete();
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  @Test
  void aDelayedErrorWaitsForItemsAndAnImmediateOneOvertakesThem() {
    for (ErrorMode mode : ErrorMode.values()) {
      serial = subscribed(mode);
      downstream.on(
          1,
          () -> {
            serial.onNext(2);
            serial.onError(error);
          });
      serial.onNext(1);
      assertEquals(
          mode == ErrorMode.DELAYED
              ? List.of("subscribed", 1, 2, error)
              : List.of("subscribed", 1, error),
          downstream.signals());
    }
  }

  @Test
  void aHookOfTheSettingsPrecedesThePlugins() {
    List<Throwable> dropped = new ArrayList<>();
    serial = RxSerializer.wrap(downstream, settings.onErrorDropped(dropped::add));
    serial.onComplete();
    serial.onError(error);
    assertEquals(List.of(error), dropped);
    assertEquals(List.of(), plugins.errors);
  }

  @Test
  void cancellationReachesTheUpstreamOnce() {
    downstream.subscription().cancel();
    serial.cancel();
    assertEquals(List.of("cancel"), upstream.calls());
  }

  @Test
  void requestsAndACancellationMayAlsoComeFromTheUpstreamsSide() {
    serial.request(3);
    serial.cancel();
    assertEquals(List.of(3L, "cancel"), upstream.calls());
  }

  @Test
  void reportsTheBacklog() {
    downstream.on(
        1,
        () -> {
          serial.onNext(2);
          serial.onNext(3);
          assertEquals(2, serial.backlog());
        });
    serial.onNext(1);
    assertEquals(0, serial.backlog());
    assertFalse(serial.isTerminated());
    serial.onComplete();
    assertTrue(serial.isTerminated());
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.signals());
  }

  /** RxJava also reports it to its plugins. Here it is not an error of the stream (§2.5). */
  @Test
  void aSecondSubscriptionIsCancelled() {
    RecordingSubscription second = new RecordingSubscription();
    serial.onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    assertEquals(List.of(), upstream.calls());
    assertEquals(List.of(), plugins.errors);
  }

  /**
   * RxJava cancels and signals a {@link NullPointerException}; §2.13 requires that it is thrown to
   * the caller.
   */
  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedAndTheStreamGoesOn() {
    assertThrows(NullPointerException.class, () -> serial.onNext(null));
    assertThrows(NullPointerException.class, () -> serial.onError(null));
    assertThrows(NullPointerException.class, () -> serial.onSubscribe((Subscription) null));
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1), downstream.signals());
    assertEquals(List.of(), upstream.calls());
  }

  @Test
  void noFusionIsOffered() {
    assertFalse(downstream.subscription() instanceof QueueSubscription);
  }

  @Test
  void aBadRequestIsAnError() {
    downstream.subscription().request(0);
    assertEquals(List.of("cancel"), upstream.calls());
    assertInstanceOf(IllegalArgumentException.class, downstream.signals().get(1));
  }

  private SerialFlowableSubscriber<Integer> subscribed(ErrorMode mode) {
    downstream = new RecordingSubscriber<>();
    upstream = new RecordingSubscription();
    SerialFlowableSubscriber<Integer> fresh = RxSerializer.wrap(downstream, settings.errors(mode));
    fresh.onSubscribe(upstream);
    return fresh;
  }
}
