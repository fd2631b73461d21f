package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
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
    SinkOperator<T> sink = new SinkOperator<>(SerialSettings.of(Hooks.none()));
    Feed<T> feed = new Feed<>(stage, sink);
    sink.callbacks().onCancel(feed::cancel);
    sink.admit(downstream);
    stage.whenComplete(feed);
  }

  private static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  /** What the stage keeps: nothing more of a stream that was cancelled. */
  private static final class Feed<T> implements BiConsumer<T, Throwable> {
    private final CompletionStage<? extends T> stage;
    private volatile @Nullable SinkOperator<T> sink;

    Feed(CompletionStage<? extends T> stage, SinkOperator<T> sink) {
      this.stage = stage;
      this.sink = sink;
    }

    @Override
    public void accept(@Nullable T value, @Nullable Throwable error) {
      SinkOperator<T> fed = sink;
      if (fed == null) {
        return;
      }
      if (error != null) {
        fed.tryFail(cause(error));
      } else {
        if (value != null) {
          fed.tryEmit(value);
        }
        fed.tryComplete();
      }
    }

    void cancel() {
      sink = null;
      try {
        stage.toCompletableFuture().cancel(false);
      } catch (UnsupportedOperationException cannotBeCancelled) {
        // Its value is ignored.
      }
    }
  }
}
