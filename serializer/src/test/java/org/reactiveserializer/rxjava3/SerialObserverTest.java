package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.operators.QueueDisposable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingObserver;
import org.reactiveserializer.testing.Elsewhere;

/** The rules that RxJava's tests check for its own {@code SerializedObserver}. */
class SerialObserverTest {
  private static final int ROUNDS = 200;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults().onDiscard(discarded::add);
  private final Exception error = new Exception("the error");

  private RecordingObserver<Integer> downstream = new RecordingObserver<>();
  private Disposable upstream = Disposable.empty();
  private SerialObserver<Integer> serial = subscribed(settings);

  @Test
  void oneThread() {
    serial.onNext(1);
    serial.onNext(2);
    serial.onComplete();
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.record.signals());
  }

  @Test
  void manyThreadsEachInItsOrderAndNeverTwoAtATime() {
    for (int round = 0; round < 20; round++) {
      serial = subscribed(settings);
      Race.run(round, () -> push(0), () -> push(1000), () -> push(2000));
      serial.onComplete();
      List<Object> signals = downstream.record.signals();
      assertEquals(3002, signals.size());
      assertEquals("completed", signals.get(3001));
      for (int thread = 0; thread < 3; thread++) {
        List<Integer> own = numbers(1000 * thread);
        assertEquals(own, signals.stream().filter(own::contains).toList());
      }
      assertFalse(downstream.record.overlapped());
    }
  }

  private void push(int from) {
    numbers(from).forEach(serial::onNext);
  }

  private static List<Integer> numbers(int from) {
    return Stream.iterate(from, n -> n + 1).limit(1000).toList();
  }

  @Test
  void aWaitingItemIsDeliveredByTheThreadThatEmits() {
    downstream.record.on(1, () -> Elsewhere.run(() -> serial.onNext(2)));
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, 2), downstream.record.signals());
    assertSame(Thread.currentThread(), downstream.record.deliverer());
  }

  @Test
  void ofACompletionAndAnErrorOneArrivesAndALosingErrorIsDropped() {
    for (int round = 0; round < ROUNDS; round++) {
      plugins.errors.clear();
      serial = subscribed(settings);
      Race.run(round, serial::onComplete, () -> serial.onError(error), serial::onComplete);
      assertEquals(2, downstream.record.signals().size());
      boolean failed = downstream.record.signals().get(1) == error;
      assertEquals(failed ? List.of() : List.of(error), plugins.causes());
    }
  }

  @Test
  void anItemRacingWithATerminalIsDeliveredOrDiscarded() {
    for (ErrorMode mode : ErrorMode.values()) {
      for (int round = 0; round < ROUNDS; round++) {
        serial = subscribed(settings.errors(mode));
        boolean completes = round / 16 % 2 == 0;
        Race.run(
            round,
            () -> serial.onNext(1),
            completes ? serial::onComplete : () -> serial.onError(error));
        List<Object> signals = new ArrayList<>(downstream.record.signals());
        assertEquals(completes ? "completed" : error, signals.remove(signals.size() - 1));
        signals.addAll(discarded);
        assertEquals(List.of("subscribed", 1), signals);
        discarded.clear();
      }
    }
  }

  @Test
  void terminalsFromWithinAnItem() {
    Exception second = new Exception();
    downstream.record.on(
        1,
        () -> {
          serial.onNext(2);
          serial.onError(error);
          serial.onError(second);
          serial.onComplete();
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, error), downstream.record.signals());
    assertEquals(List.of(second), plugins.causes());
    assertEquals(List.of(2), discarded);
  }

  @Test
  void ofTwoCompletionsFromWithinAnItemOneArrives() {
    downstream.record.on(
        1,
        () -> {
          serial.onComplete();
          serial.onComplete();
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, "completed"), downstream.record.signals());
  }

  @Test
  void anErrorOfOneThreadAmidItemsOfOthersIsTheLastSignal() {
    for (int round = 0; round < ROUNDS; round++) {
      serial = subscribed(settings);
      Race.run(
          round,
          () -> Stream.of(1, 2, 3).forEach(serial::onNext),
          () -> serial.onError(error),
          () -> Stream.of(4, 5, 6).forEach(serial::onNext));
      List<Object> signals = downstream.record.signals();
      assertEquals(error, signals.get(signals.size() - 1));
      assertEquals(6, signals.size() - 2 + discarded.size());
      discarded.clear();
    }
  }

  @Test
  void anErrorThatWaits() {
    serial = subscribed(settings.errors(ErrorMode.DELAYED));
    downstream.record.on(
        1,
        () -> {
          serial.onNext(2);
          serial.onError(error);
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, 2, error), downstream.record.signals());
  }

  @Test
  void disposalReachesTheUpstream() {
    assertFalse(serial.isDisposed());
    downstream.disposable().dispose();
    assertTrue(serial.isDisposed());
    assertTrue(upstream.isDisposed());
    serial.onNext(1);
    assertEquals(List.of(1), discarded);
    assertEquals(List.of("subscribed"), downstream.record.signals());
  }

  @Test
  void isDisposedAfterTheEnd() {
    assertFalse(serial.isDisposed());
    serial.onComplete();
    assertTrue(serial.isDisposed());
    downstream.disposable().dispose();
    assertTrue(serial.isDisposed());
    assertFalse(upstream.isDisposed());
  }

  @Test
  void disposalBeforeTheUpstreamArrives() {
    downstream = new RecordingObserver<>();
    serial = RxSerializer.wrap(downstream, settings);
    serial.dispose();
    Disposable late = Disposable.empty();
    serial.onSubscribe(late);
    assertTrue(late.isDisposed());
  }

  @Test
  void anObserverThatThrowsEndsTheStream() {
    IllegalStateException thrown = new IllegalStateException();
    downstream.record.on(
        1,
        () -> {
          serial.onNext(2);
          throw thrown;
        });
    assertSame(thrown, assertThrows(IllegalStateException.class, () -> serial.onNext(1)));
    assertTrue(upstream.isDisposed());
    assertTrue(serial.isDisposed());
    assertEquals(List.of(2), discarded);
  }

  /** RxJava also reports it to its plugins. Here it is not an error of the stream (§2.5). */
  @Test
  void aSecondUpstreamIsDisposedOf() {
    Disposable second = Disposable.empty();
    serial.onSubscribe(second);
    assertTrue(second.isDisposed());
    assertFalse(upstream.isDisposed());
    assertEquals(List.of(), plugins.errors);
  }

  /**
   * RxJava disposes of the upstream and signals a {@link NullPointerException}; §2.13 requires that
   * it is thrown.
   */
  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedAndTheStreamGoesOn() {
    assertThrows(NullPointerException.class, () -> serial.onNext(null));
    assertThrows(NullPointerException.class, () -> serial.onError(null));
    assertThrows(NullPointerException.class, () -> serial.onSubscribe(null));
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1), downstream.record.signals());
    assertFalse(upstream.isDisposed());
  }

  @Test
  void aBound() {
    serial =
        subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_OLDEST)
                .onDiscard(discarded::add));
    downstream.record.on(
        1,
        () -> {
          serial.onNext(2);
          serial.onNext(3);
          assertEquals(1, serial.backlog());
        });
    serial.onNext(1);
    assertEquals(List.of("subscribed", 1, 3), downstream.record.signals());
    assertEquals(List.of(2), discarded);
  }

  @Test
  void noFusionIsOffered() {
    assertFalse(downstream.disposable() instanceof QueueDisposable);
  }

  private SerialObserver<Integer> subscribed(Serializer<Integer> chosen) {
    downstream = new RecordingObserver<>();
    upstream = Disposable.empty();
    SerialObserver<Integer> fresh = RxSerializer.wrap(downstream, chosen);
    fresh.onSubscribe(upstream);
    return fresh;
  }
}
