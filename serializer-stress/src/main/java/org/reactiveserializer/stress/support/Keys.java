package org.reactiveserializer.stress.support;

import java.util.concurrent.CompletionStage;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedSink;

/**
 * A sink with keys: of the library, or a broken one.
 *
 * @param <T> the type of the items
 */
public interface Keys<T> {
  /** Emits an item. */
  EmitOutcome tryEmit(T item);

  /** Emits an item, which waits if there is no room. */
  CompletionStage<EmitOutcome> emitAsync(T item);

  /** Accepts no more. The stage is complete when all is handled. */
  CompletionStage<Void> close();

  /** Returns how many keys are live. */
  int keys();

  /** Returns how many items wait. */
  int queued();

  /** Returns a sink of the library. */
  static <T> Keys<T> of(KeyedSink<?, T> sink) {
    return new Library<>(sink);
  }

  /** A sink of the library. */
  record Library<T>(KeyedSink<?, T> sink) implements Keys<T> {
    @Override
    public EmitOutcome tryEmit(T item) {
      return sink.tryEmit(item);
    }

    @Override
    public CompletionStage<EmitOutcome> emitAsync(T item) {
      return sink.emitAsync(item);
    }

    @Override
    public CompletionStage<Void> close() {
      return sink.close();
    }

    @Override
    public int keys() {
      return sink.stats().keys();
    }

    @Override
    public int queued() {
      return sink.stats().queued();
    }
  }
}
