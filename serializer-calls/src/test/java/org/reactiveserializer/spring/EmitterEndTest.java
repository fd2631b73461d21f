package org.reactiveserializer.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Stop;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** How a front ends its emitter, while a thread is stopped in a send. */
@Timeout(120)
class EmitterEndTest {
  private static final IOException REASON = new IOException("reset");

  private final List<Object> calls = new CopyOnWriteArrayList<>();
  private final List<Runnable> byContainer = new ArrayList<>();
  private final Stop stop = new Stop();
  private final SerialEmitter<String> front =
      SerialEmitter.of(
          new Recording(),
          Serializer.<String>withDefaults(),
          new HangLimit(Duration.ofMinutes(1), hang -> {}),
          (emitter, item) -> {
            calls.add(item);
            stop.here();
          });

  private final class Recording extends ResponseBodyEmitter {
    @Override
    public void onTimeout(Runnable callback) {
      byContainer.add(callback);
    }

    @Override
    public void onError(Consumer<Throwable> callback) {
      byContainer.add(() -> callback.accept(REASON));
    }

    @Override
    public void onCompletion(Runnable callback) {
      byContainer.add(callback);
    }

    @Override
    public void complete() {
      calls.add("completed");
    }

    @Override
    public void completeWithError(Throwable failure) {
      calls.add(failure);
    }
  }

  private Thread first() {
    Thread thread = new Thread(() -> front.send("first"));
    thread.start();
    stop.awaitReached();
    return thread;
  }

  @Test
  void anErrorAfterTheCompletionWasCalledIsNotUsed() throws InterruptedException {
    Thread first = first();
    assertTrue(front.complete());
    assertFalse(front.completeWithError(new IllegalStateException("late")));
    stop.goOn();
    first.join();
    assertEquals(List.of("first", "completed"), calls);
  }

  @Test
  void anErrorAfterTheCallsHaveEndedIsNotUsed() throws InterruptedException {
    Thread first = first();
    assertTrue(front.calls().end());
    assertFalse(front.completeWithError(new IllegalStateException("late")));
    stop.goOn();
    first.join();
    assertEquals(List.of("first", "completed"), calls);
  }

  @Test
  void aCompletionAfterAnErrorDoesNothing() throws InterruptedException {
    IllegalStateException error = new IllegalStateException("broken");
    Thread first = first();
    assertTrue(front.completeWithError(error));
    assertFalse(front.complete());
    stop.goOn();
    first.join();
    assertEquals(List.of("first", error), calls);
  }

  @Test
  void theReasonIsThatOfTheContainer() {
    List<Object> reasons = new ArrayList<>();
    for (int way = 0; way < 3; way++) {
      byContainer.clear();
      SerialEmitter<String> other =
          SerialEmitter.of(
              new Recording(),
              Serializer.<String>withDefaults(),
              new HangLimit(Duration.ofMinutes(1), hang -> {}),
              (emitter, item) -> {});
      byContainer.get(way).run();
      Throwable failure = Await.failureOf(other.ended());
      reasons.add(failure == REASON ? failure : failure.getClass());
    }
    assertEquals(List.of(TimeoutException.class, REASON, CancellationException.class), reasons);
    assertEquals(List.of(), calls, "the container has ended it");
  }

  /** The response would stay open for ever, if the emitter has no timeout. */
  @Test
  void anEmitterWhoseCallsAreAbandonedIsCompleted() throws InterruptedException {
    Thread first = first();
    assertEquals(EmitOutcome.QUEUED, front.send("second"));
    front.calls().abandon();
    stop.goOn();
    first.join();
    assertEquals(List.of("first", "completed"), calls);
  }
}
