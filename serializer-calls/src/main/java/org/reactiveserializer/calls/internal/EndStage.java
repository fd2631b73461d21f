package org.reactiveserializer.calls.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Threads;

/**
 * The end of a front, for its users: they cannot complete it. It says what is, and not what they wish. It fails with
 * what it was ended by: a copy of the JDK, also a minimal stage, would wrap that in a {@link
 * java.util.concurrent.CompletionException}. And it can be shown to each who asks: a copy for each would stay until
 * the end.
 */
public final class EndStage extends CompletableFuture<Void> {
  // Whether somebody has asked for this. A hint: who asks while it is being completed may find a
  // log record, too.
  private volatile boolean isAsked;

  /** Creates a stage of something that has not ended. */
  public EndStage() {}

  /** Returns this, for who learns from it how the front has ended. */
  public EndStage asked() {
    isAsked = true;
    return this;
  }

  boolean isAsked() {
    return isAsked;
  }

  /** Completes it, unless that was done; null: normally. */
  public void end(@Nullable Throwable failure) {
    if (failure == null) {
      super.complete(null);
    } else {
      super.completeExceptionally(failure);
    }
  }

  /**
   * Ends a front, and abandons it if it has not ended in time.
   *
   * @param discarded how many items were discarded so far
   * @return completed after this, with how many were discarded since this call
   */
  public CompletionStage<Long> within(
      long nanos, Runnable end, Runnable abandon, LongSupplier discarded) {
    long before = discarded.getAsLong();
    end.run();
    Future<?> limit =
        CallWatch.schedule(
            () -> Threads.thread(abandon, "reactive-serializer-close").start(), nanos);
    return handle(
        (nothing, failure) -> {
          limit.cancel(false);
          return discarded.getAsLong() - before;
        });
  }

  @Override
  public boolean complete(Void nothing) {
    return false;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return false;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    return isCancelled();
  }

  @Override
  public CompletableFuture<Void> completeAsync(
      Supplier<? extends Void> supplier, Executor executor) {
    return this;
  }

  /** Returns a stage for the caller: who waits for some time only must not wait for ever. */
  @Override
  public CompletableFuture<Void> orTimeout(long timeout, TimeUnit unit) {
    return own().orTimeout(timeout, unit);
  }

  /** Returns a stage for the caller, as {@link #orTimeout} does. */
  @Override
  public CompletableFuture<Void> completeOnTimeout(Void nothing, long timeout, TimeUnit unit) {
    return own().completeOnTimeout(null, timeout, unit);
  }

  private CompletableFuture<Void> own() {
    CompletableFuture<Void> own = new CompletableFuture<>();
    var unused =
        whenComplete(
            (nothing, failure) -> {
              if (failure == null) {
                own.complete(null);
              } else {
                own.completeExceptionally(failure);
              }
            });
    return own;
  }

  @Override
  public void obtrudeValue(Void nothing) {
    throw new UnsupportedOperationException("the end of a front cannot be changed");
  }

  @Override
  public void obtrudeException(Throwable failure) {
    throw new UnsupportedOperationException("the end of a front cannot be changed");
  }
}
