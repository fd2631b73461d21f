package org.reactiveserializer.calls.internal;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * One who waits for room with an item: a thread, or a caller who has this as a stage.
 *
 * <p>One {@code compareAndSet} decides its fate: QUEUED by the owner of the key, TERMINATED by a thread that ends the
 * sink, OVERFLOW by the caller who withdraws it. The caller is told after that. Whoever completes the stage from outside
 * ({@code cancel}, {@code complete}, {@code orTimeout}) withdraws it first, or is too late.
 *
 * @param <T> the type of the items
 */
final class Waiter<T> extends CompletableFuture<EmitOutcome> implements Runnable {
  final T item;
  private final KeyedEngine<?, T> engine;
  private final @Nullable Thread thread; // null: it is a stage

  // Where it waits. Written by its caller, before anybody else has it.
  private @Nullable KeyQueue<?, T> queue;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable EmitOutcome fate;

  Waiter(T item, KeyedEngine<?, T> engine, @Nullable Thread thread) {
    this.item = item;
    this.engine = engine;
    this.thread = thread;
  }

  /** Returns whether no thread waits. */
  boolean isStage() {
    return thread == null;
  }

  /** Waits at a queue, in which that was announced. */
  void join(KeyQueue<?, T> home) {
    queue = home;
    home.leave(this);
  }

  /** Decides, and removes it from its queue. Returns false if that was decided before. By any thread. */
  boolean decide(EmitOutcome outcome) {
    boolean decides = FATE.compareAndSet(this, null, outcome);
    if (decides && queue != null) {
      engine.remove(queue, this);
    }
    return decides;
  }

  /** Tells its caller what was decided. By whoever decided. */
  void tell(Executor answers) {
    if (thread != null) {
      LockSupport.unpark(thread);
    } else {
      try {
        answers.execute(this);
      } catch (Throwable refused) {
        run(); // here is better than never
      }
    }
  }

  /** Completes the stage. */
  @Override
  public void run() {
    super.complete(fate);
  }

  /** Waits until it was decided, or for so long; then withdraws it. Returns the outcome. By its thread. */
  EmitOutcome await(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; fate == null; left = end - System.nanoTime()) {
      boolean interrupted = Thread.currentThread().isInterrupted();
      if ((interrupted || left <= 0) && decide(EmitOutcome.OVERFLOW)) {
        return interrupted ? EmitOutcome.INTERRUPTED : EmitOutcome.OVERFLOW;
      }
      LockSupport.parkNanos(this, left);
    }
    return Objects.requireNonNull(fate);
  }

  /** Withdraws it, unless it was decided: then its stage is completed now. Returns whether it is withdrawn. */
  private boolean withdraw() {
    if (!decide(EmitOutcome.OVERFLOW) && fate != EmitOutcome.OVERFLOW) {
      run();
      return false;
    }
    return true;
  }

  // What the caller who has this as a stage may do.

  @Override
  public boolean cancel(boolean mayInterrupt) {
    return withdraw() ? super.cancel(mayInterrupt) : isCancelled();
  }

  @Override
  public boolean complete(EmitOutcome outcome) {
    return withdraw() && super.complete(outcome);
  }

  @Override
  public boolean completeExceptionally(Throwable error) {
    Objects.requireNonNull(error, "error is null");
    return withdraw() && super.completeExceptionally(error);
  }

  private static final VarHandle FATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "fate", VarHandle.class, Waiter.class, EmitOutcome.class);
}
