package org.reactiveserializer.calls.internal;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * An item that waits for room: with a thread, or as the stage of its caller.
 *
 * <p>One {@code compareAndSet} decides its fate: QUEUED by the owner of the key, TERMINATED by a thread that ends the
 * sink, OVERFLOW, INTERRUPTED or WITHDRAWN by the caller. The future is completed after that. Whoever completes
 * the stage from outside ({@code cancel}, {@code complete}, {@code orTimeout}) withdraws it first, or is too late.
 *
 * @param <T> the type of the items
 */
final class WaitingItem<T> extends CompletableFuture<EmitOutcome>
    implements Runnable, Mailbox.Mail<T> {
  final T value;
  final boolean isStage;
  private final KeyCounts counts;

  // Removes it from its line. Set before it is in one.
  private volatile @Nullable Runnable onDecision;

  private volatile @Nullable EmitOutcome fate;

  WaitingItem(T value, boolean isStage, KeyCounts counts) {
    this.value = value;
    this.isStage = isStage;
    this.counts = counts;
  }

  /** Sets what removes it from its line. Before it joins that. */
  void onDecision(Runnable action) {
    onDecision = action;
  }

  /** Decides, and removes it from its line. Returns false if that was decided before. By any thread. */
  boolean decide(EmitOutcome outcome) {
    if (!FATE.compareAndSet(this, (EmitOutcome) null, outcome)) {
      return false;
    }
    Runnable action = onDecision;
    if (action != null) {
      action.run();
    }
    return true;
  }

  /** Tells its caller what was decided: a thread at once, a stage by an executor. */
  void tell(KeyedSettings<?, ?> settings) {
    if (isStage) {
      settings.answer(this);
    } else {
      run();
    }
  }

  /** Completes it with what was decided. */
  @Override
  public void run() {
    super.complete(fate);
  }

  /** Waits until it was decided, or for so long; then withdraws it. Returns the outcome. By its thread. */
  EmitOutcome await(long nanos) {
    EmitOutcome gaveUp;
    try {
      return get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      gaveUp = EmitOutcome.OVERFLOW;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      gaveUp = EmitOutcome.INTERRUPTED;
    } catch (ExecutionException impossible) {
      throw new AssertionError(impossible);
    }
    return decide(gaveUp) ? gaveUp : Objects.requireNonNull(fate);
  }

  /** Withdraws it, unless it was decided: then its stage is completed now. Returns whether it is withdrawn. */
  private boolean withdraw() {
    if (decide(EmitOutcome.WITHDRAWN)) {
      counts.counted(EmitOutcome.WITHDRAWN);
    } else if (fate != EmitOutcome.WITHDRAWN) {
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

  @Override
  public CompletableFuture<EmitOutcome> completeAsync(
      Supplier<? extends EmitOutcome> supplier, Executor executor) {
    Objects.requireNonNull(supplier, "supplier is null");
    executor.execute(
        () -> {
          try {
            complete(supplier.get());
          } catch (Throwable thrown) {
            completeExceptionally(thrown);
          }
        });
    return this;
  }

  @Override
  public void obtrudeValue(EmitOutcome outcome) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  @Override
  public void obtrudeException(Throwable error) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  private static final VarHandle FATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "fate", VarHandle.class, WaitingItem.class, EmitOutcome.class);
}
