package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Publishes the value of a stage, if that is not null, and completes; or fails as the stage does. It is
 * a sink with one item. A cancellation cancels the stage, if it is one that can be.
 *
 * @param stage the stage
 * @param <T> the type of the value
 */
public record StageSource<T>(CompletionStage<? extends T> stage) implements Publisher<T> {
  @Override
  public void subscribe(Subscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null (§1.9)");
    SinkOperator<T> sink =
        new SinkOperator<>(
            new SerialSettings<T>(
                SerialSettings.UNBOUNDED,
                Overflow.DROP_NEWEST,
                ErrorMode.DELAYED,
                null,
                Hooks.none()));
    sink.callbacks().onCancel(this::cancel);
    sink.admit(downstream);
    stage.whenComplete(
        (value, error) -> {
          if (error != null) {
            sink.end(cause(error));
          } else {
            if (value != null) {
              sink.emit(value);
            }
            sink.end();
          }
        });
  }

  private static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  private void cancel() {
    try {
      stage.toCompletableFuture().cancel(false);
    } catch (UnsupportedOperationException cannotBeCancelled) {
      // Its value is ignored.
    }
  }
}
