package org.reactiveserializer.internal.operator;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * How long one call may take.
 *
 * @param nanos the time, a positive number
 * @param hook gets the error that names a call which takes longer
 */
public record HangLimit(long nanos, Consumer<? super TimeoutException> hook) {
  /** Returns a watch for calls that follow each other. */
  public CallWatch watch() {
    return new CallWatch(nanos);
  }

  /** Returns the error that names {@code call}; if that is a thread, with its stack. */
  public TimeoutException error(String stream, Object call) {
    String inside = call instanceof Thread thread ? " in thread " + thread.getName() : "";
    TimeoutException error =
        new TimeoutException(
            "a call of %s has taken longer than the limit of %s%s: the stream ends"
                .formatted(stream, Duration.ofNanos(nanos), inside));
    if (call instanceof Thread thread) {
      error.setStackTrace(thread.getStackTrace());
    }
    return error;
  }

  /** Tells the user. What the hook throws goes to {@code drop}. */
  public void tell(TimeoutException error, Consumer<Throwable> drop) {
    try {
      hook.accept(error);
    } catch (Throwable thrown) {
      drop.accept(thrown);
    }
  }
}
