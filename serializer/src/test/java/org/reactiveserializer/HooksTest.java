package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactiveserializer.testing.Log;

/** A hook that throws disturbs nothing, and its exception is not swallowed. */
class HooksTest {
  private final List<Object> seen = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void discardHookThatThrowsStillGetsTheOtherItems() {
    RuntimeException exception = new RuntimeException("2");
    StackOverflowError overflow = new StackOverflowError("3");
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(
                item -> {
                  seen.add(item);
                  if (item == 2) {
                    throw exception;
                  }
                  throw overflow;
                })
            .onErrorDropped(seen::add)
            .wrap(downstream);
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> List.of(2, 3).forEach(serialized::onNext));
          serialized.cancel();
        });
    serialized.onNext(1);
    assertEquals(List.of(2, exception, 3, overflow), seen);
  }

  @Test
  void discardHookThatThrowsDoesNotThrowToTheProducer() {
    RuntimeException thrown = new RuntimeException();
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(
                item -> {
                  throw thrown;
                })
            .onErrorDropped(seen::add)
            .wrap(downstream);
    serialized.onComplete();
    serialized.onNext(1);
    assertEquals(List.of(thrown), seen);
  }

  @Test
  void exceptionsOfTheDroppedErrorHookAndTheDroppedErrorGoToTheUncaughtExceptionHandler()
      throws Exception {
    RuntimeException thrown = new RuntimeException("from the hook");
    Exception late = new Exception("late");
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onErrorDropped(
                error -> {
                  throw thrown;
                })
            .wrap(downstream);
    serialized.onComplete();
    Thread thread =
        new Thread(
            () -> {
              serialized.onError(late);
              seen.add("returned");
            });
    thread.setUncaughtExceptionHandler((t, uncaught) -> seen.add(uncaught));
    thread.start();
    thread.join();
    assertEquals(List.of(thrown, late, "returned"), seen);
    assertEquals(0, thrown.getSuppressed().length, "the hook may throw it again and again");
  }

  @Test
  void whenEvenTheHandlerThrowsTheOtherItemsAreDiscardedAndTheUpstreamCancelled() throws Exception {
    RecordingSubscription upstream = new RecordingSubscription();
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .errors(ErrorMode.DELAYED)
            .onDiscard(
                item -> {
                  seen.add(item);
                  throw new IllegalStateException();
                })
            .onErrorDropped(
                error -> {
                  throw new IllegalStateException();
                })
            .wrap(downstream);
    serialized.onSubscribe(upstream);
    downstream.on(
        1,
        () -> {
          List.of(2, 3).forEach(serialized::onNext);
          serialized.onError(new Exception("waiting"));
          serialized.cancel();
        });
    Thread thread = new Thread(() -> serialized.onNext(1));
    thread.setUncaughtExceptionHandler(
        (t, uncaught) -> {
          throw new IllegalStateException();
        });
    thread.start();
    thread.join();
    assertEquals(List.of(2, 3), seen);
    assertEquals(List.of("cancel"), upstream.calls());
  }

  @Test
  void droppedErrorIsLoggedWithoutAHook() {
    Exception late = new Exception("late");
    List<LogRecord> records =
        Log.during(
            () -> {
              SerialSubscriber<Integer> serialized = Serializer.withDefaults().wrap(downstream);
              serialized.onComplete();
              serialized.onError(late);
            });
    assertEquals(1, records.size());
    assertEquals(Level.WARNING, records.get(0).getLevel());
    assertSame(late, records.get(0).getThrown());
  }
}
