package org.reactiveserializer.sse;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes events, one after the other, without waiting for the client.
 *
 * <p>At each moment one side has the turn: whoever writes, or the container. The container has it at first, and
 * from each {@code isReady} that returns false, until it calls {@link #onWritePossible}. An event's stage is
 * completed when the event is flushed and the container is ready for more: so whoever writes the next one has the turn.
 */
final class EventWriter implements WriteListener {
  private final ServletOutputStream out;

  private final CompletableFuture<@Nullable Void> opened = new CompletableFuture<>();

  // The last that began. Written by the side that has the turn, before it gives the turn away.
  // Volatile, since onError comes at any time.
  private volatile CompletableFuture<@Nullable Void> current = opened;

  // What ended it. Written before `current` is read, and read after `current` is written: so either
  // fail finds the event that begins, or that event finds the failure.
  private volatile @Nullable Throwable failure;

  // By the side that has the turn. How the container passes it on is its own business: so this is
  // volatile, too.
  private volatile boolean mustFlush;

  private Consumer<Throwable> onError = reason -> {}; // set before the container gets the turn

  EventWriter(ServletOutputStream out) {
    this.out = out;
  }

  /** Sets what is called when the container has failed. Before it gets this listener. */
  void onError(Consumer<Throwable> action) {
    onError = action;
  }

  /** Returns a stage that is completed when the container was ready for the first time, or has failed. */
  CompletionStage<@Nullable Void> opened() {
    return opened;
  }

  /** Writes an event. Not before the stage of the one before is complete. */
  CompletionStage<@Nullable Void> write(SseEvent event) {
    return opened.isDone() && !opened.isCompletedExceptionally()
        ? writeNow(event)
        : opened.thenCompose(nothing -> writeNow(event));
  }

  private CompletionStage<@Nullable Void> writeNow(SseEvent event) {
    CompletableFuture<@Nullable Void> written = new CompletableFuture<>();
    current = written;
    Throwable over = failure;
    if (over != null) {
      written.completeExceptionally(over);
      return written;
    }
    mustFlush = true;
    try {
      out.write(event.encoded());
      goOn(written);
    } catch (IOException | RuntimeException failed) {
      written.completeExceptionally(failed);
    }
    return written;
  }

  /** Flushes, and completes the stage, unless the container is not ready: then it calls onWritePossible. */
  private void goOn(CompletableFuture<@Nullable Void> written) throws IOException {
    while (out.isReady()) {
      if (!mustFlush) {
        written.complete(null); // gives the turn away
        return;
      }
      mustFlush = false;
      out.flush();
    }
  }

  @Override
  public void onWritePossible() throws IOException {
    goOn(current);
  }

  @Override
  public void onError(Throwable reason) {
    fail(reason);
    onError.accept(reason);
  }

  /** Ends what is under way, and what begins later. By any thread. */
  void fail(Throwable reason) {
    failure = reason;
    opened.completeExceptionally(reason);
    current.completeExceptionally(reason);
  }
}
