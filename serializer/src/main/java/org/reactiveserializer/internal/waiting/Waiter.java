package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.drain.StackRoom;

/**
 * One that waits for room, in a {@link RoomLine}: an item that no thread waits with, whose caller has
 * this as a stage; an item that its thread waits with; or a call, which has no item.
 *
 * <p><b>Who decides.</b> {@code state} is what waits, until one {@code compareAndSet} replaces it by an
 * outcome: of the owner that admits it, of a thread that ends the stream, or of the caller who
 * withdraws it. The future is completed after that, with the same outcome. So an item that was
 * withdrawn is not emitted, and the withdrawal of one that was admitted has no effect. Every
 * completion that comes from outside ({@code cancel}, {@code complete}, {@code orTimeout}) is a
 * withdrawal first.
 *
 * @param <T> the type of the items
 */
public final class Waiter<T> extends CompletableFuture<EmitOutcome> implements Runnable {
  /** Why it waits no more. A type of its own, since an item may be of any other. */
  enum Decision {
    DELIVERED(EmitOutcome.DELIVERED),
    ADMITTED(EmitOutcome.QUEUED),
    TERMINATED(EmitOutcome.TERMINATED),
    CANCELLED(EmitOutcome.CANCELLED),
    WITHDRAWN(EmitOutcome.OVERFLOW);

    final EmitOutcome outcome;

    Decision(EmitOutcome outcome) {
      this.outcome = outcome;
    }
  }

  // One for each outcome of those that need not wait: nobody can change it, so all may share it.
  private static final EnumMap<EmitOutcome, Waiter<?>> DECIDED = decidedAtOnce();

  // Of a stage: the line from which its caller withdraws it. Of a call: its task. Of a thread:
  // where
  // it parks, which is suitable for virtual threads, and seen by tools that look for blocking
  // calls.
  private final Object home;

  // What its item weighs, if that matters.
  final long weight;

  // Of those that were decided and not answered yet. By the owner.
  @Nullable Waiter<T> nextDecided;

  private volatile Object state;

  Waiter(Object waiting, long weight, Object home) {
    this.state = waiting;
    this.weight = weight;
    this.home = home;
  }

  private static EnumMap<EmitOutcome, Waiter<?>> decidedAtOnce() {
    EnumMap<EmitOutcome, Waiter<?>> all = new EnumMap<>(EmitOutcome.class);
    for (Decision decision : Decision.values()) {
      Waiter<?> waiter = new Waiter<>(decision, 0, decision);
      waiter.run();
      all.put(decision.outcome, waiter);
    }
    return all;
  }

  /** Returns a stage that is completed with {@code outcome}. */
  public static CompletionStage<EmitOutcome> decided(EmitOutcome outcome) {
    return Objects.requireNonNull(DECIDED.get(outcome), "no such outcome");
  }

  /** Decides, and returns what has waited; null if that was decided before. By any thread. */
  @Nullable Object decide(Decision decision) {
    Object waiting = state;
    return !(waiting instanceof Decision) && STATE.compareAndSet(this, waiting, decision)
        ? waiting
        : null;
  }

  /** Returns the outcome, which the future may not have yet; null if this waits. By any thread. */
  public @Nullable EmitOutcome decided() {
    return state instanceof Decision decision ? decision.outcome : null;
  }

  boolean isWithdrawn() {
    return state == Decision.WITHDRAWN;
  }

  boolean isCall() {
    return home instanceof Runnable;
  }

  boolean isThread() {
    return home instanceof Semaphore;
  }

  boolean isStage() {
    return home instanceof RoomLine<?>;
  }

  /**
   * Tells what was decided: completes the stage, wakes the thread, or runs the task; once. By whoever
   * decided, or for him.
   */
  @Override
  public void run() {
    if (super.complete(decided())) {
      if (home instanceof Semaphore place) {
        place.release();
      } else if (home instanceof Runnable task) {
        task.run();
      }
    }
  }

  /** Waits until this was decided, and its thread told, or for {@code nanos}. By that thread. */
  public void await(long nanos) throws InterruptedException {
    if (home instanceof Semaphore place && place.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      place.release();
    }
  }

  /**
   * Withdraws this, unless it was decided; then it is told, perhaps ahead of the executor. Returns
   * whether it was withdrawn, now or before.
   */
  @SuppressWarnings("unchecked") // it made this
  private boolean withdraw() {
    StackRoom.ensure(); // or it would be withdrawn, and not be told
    if (!(home instanceof RoomLine<?> line)) {
      return false;
    }
    if (((RoomLine<T>) line).withdraw(this) || isWithdrawn()) {
      return true;
    }
    run();
    return false;
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
    executor.execute(() -> completeBy(supplier));
    return this;
  }

  private void completeBy(Supplier<? extends EmitOutcome> supplier) {
    try {
      complete(supplier.get());
    } catch (Throwable thrown) {
      completeExceptionally(thrown);
    }
  }

  @Override
  public void obtrudeValue(EmitOutcome outcome) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  @Override
  public void obtrudeException(Throwable error) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, Waiter.class, Object.class);
}
