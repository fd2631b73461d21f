package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * One that waits for room, in a {@link Line}: an item whose caller has this as a stage, an item that a
 * thread waits with, or a callback.
 *
 * <p><b>Who decides.</b> One {@code compareAndSet} sets the outcome: of the owner that admits it, of a
 * thread that ends the stream, or of the caller who withdraws it. The future is completed after that.
 * So an item that was withdrawn is not emitted, and the withdrawal of one that was admitted has no
 * effect. Every completion that comes from outside ({@code cancel}, {@code complete}, {@code
 * orTimeout}) is a withdrawal first.
 *
 * @param <T> the type of the items
 */
public final class Waiter<T> extends CompletableFuture<EmitOutcome> implements Runnable {
  // One for each outcome of those that need not wait: nobody can change it, so all may share it.
  private static final EnumMap<EmitOutcome, Waiter<?>> DECIDED = decidedAtOnce();

  private final Emitter<T> emitter;

  // What waits: an item in the form of its room, until decided; or a Runnable, until told.
  private @Nullable Object waiting;

  private final Kind kind;

  private volatile @Nullable EmitOutcome outcome;

  /** Who waits. */
  public enum Kind {
    STAGE,
    THREAD,
    CALLBACK
  }

  Waiter(Emitter<T> emitter, Object waiting, Kind kind) {
    this.emitter = emitter;
    this.waiting = waiting;
    this.kind = kind;
  }

  @SuppressWarnings("NullAway") // nobody decides it again, so it needs no emitter
  private static EnumMap<EmitOutcome, Waiter<?>> decidedAtOnce() {
    EnumMap<EmitOutcome, Waiter<?>> all = new EnumMap<>(EmitOutcome.class);
    for (EmitOutcome outcome : EmitOutcome.values()) {
      Waiter<?> waiter = new Waiter<>(null, outcome, Kind.STAGE);
      waiter.outcome = outcome;
      waiter.run();
      all.put(outcome, waiter);
    }
    return all;
  }

  /** Returns a stage that is completed with {@code outcome}. */
  public static CompletionStage<EmitOutcome> decided(EmitOutcome outcome) {
    return Objects.requireNonNull(DECIDED.get(outcome), "no such outcome");
  }

  /** Lets an item wait for room. Returns what waits for it; null if it may not wait at all. By any thread. */
  public static <T> @Nullable Waiter<T> of(Emitter<T> emitter, T item, Kind kind) {
    StackCheck.ensure();
    Waiter<T> waiter = null;
    try {
      Object form = emitter.room.formOf(emitter.waitingForm(item));
      if (form != null) {
        waiter = new Waiter<>(emitter, form, kind);
        waiter.standInLine();
      }
      return waiter;
    } catch (Throwable thrown) {
      if (waiter == null || waiter.takeBack()) {
        emitter.discard(item); // its caller gets no result
      }
      throw thrown;
    }
  }

  /** Runs {@code callback} once, when there is room, or the stream has ended. By any thread. */
  public static void call(Emitter<?> emitter, Runnable callback) {
    StackCheck.ensure();
    new Waiter<>(emitter, callback, Kind.CALLBACK).standInLine();
  }

  /** Requests a pass, too. */
  private void standInLine() {
    emitter.room.line.join(this);
    emitter.signal(); // there may be room
    if (emitter.terminal != null) {
      emitter.refuseWaiters(); // who ended it may not have seen this one
    }
  }

  /** Runs {@code callback} once, by {@code executor}, for a stream in which nothing waits for room. */
  public static void callAtOnce(Emitter<?> emitter, Runnable callback, Executor executor) {
    StackCheck.ensure();
    Waiter<?> waiter = new Waiter<>(emitter, callback, Kind.CALLBACK);
    waiter.outcome = EmitOutcome.QUEUED;
    waiter.runBy(executor);
  }

  boolean isCallback() {
    return kind == Kind.CALLBACK;
  }

  boolean isThread() {
    return kind == Kind.THREAD;
  }

  /** Returns what waits. By the owner, or before this is shared. */
  @Nullable Object form() {
    return waiting;
  }

  /** Decides. Returns false if that was done before. By any thread. */
  boolean decide(EmitOutcome what) {
    if (outcome != null || !OUTCOME.compareAndSet(this, (EmitOutcome) null, what)) {
      return false;
    }
    if (kind != Kind.CALLBACK) {
      waiting = null; // it lies elsewhere now, or with its caller: this may be kept for long
    }
    return true;
  }

  boolean isDecided() {
    return outcome != null;
  }

  /** Tells what was decided: completes the stage, wakes the thread, or runs the callback; once. */
  @Override
  public void run() {
    if (super.complete(outcome) && kind == Kind.CALLBACK && waiting instanceof Runnable callback) {
      waiting = null;
      callback.run();
    }
  }

  /** Tells it by {@code executor}; if that throws, by this thread: better here than never. */
  void runBy(Executor executor) {
    try {
      executor.execute(this);
    } catch (Throwable refused) {
      run();
    }
  }

  /** Waits, by the thread that this stands for. Returns the outcome. */
  public EmitOutcome await(long nanos) {
    try {
      return get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      giveUp(EmitOutcome.OVERFLOW);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      giveUp(EmitOutcome.INTERRUPTED);
    } catch (ExecutionException impossible) {
      throw new AssertionError(impossible);
    }
    return Objects.requireNonNull(outcome); // perhaps of another thread
  }

  /**
   * Gives this up. Returns false if it was decided before. Perhaps by the thread of a timer: so another one makes
   * the pass that those behind it may need.
   */
  private boolean giveUp(EmitOutcome why) {
    Line<T> line = emitter.room.line;
    boolean isGone = line.withdraw(this, why);
    if (isGone && emitter.room.isWeighed() && !line.isEmpty()) {
      requestPass(line.executor());
    }
    return isGone;
  }

  private void requestPass(Executor executor) {
    try {
      executor.execute(emitter::signal);
    } catch (Throwable rejected) {
      try {
        emitter.signal(); // better here than never
      } catch (Throwable thrown) { // who gives up must learn that
        emitter.hooks.drop(thrown);
      }
    }
  }

  /** Gives this up, whose caller learns no outcome. Returns whether its item must be discarded. */
  boolean takeBack() {
    if (!giveUp(EmitOutcome.OVERFLOW)) {
      EmitOutcome before = Objects.requireNonNull(outcome);
      emitter.countRefused(before, -1); // who refused it counted it before
      return !before.isAccepted();
    }
    return true;
  }

  /** Withdraws this. Returns whether that was done, now or before; otherwise it is told. */
  private boolean withdraw() {
    StackCheck.ensure(); // or it would be withdrawn, and not be told
    if (giveUp(EmitOutcome.WITHDRAWN)) {
      emitter.countRefused(EmitOutcome.WITHDRAWN, 1);
    } else if (outcome != EmitOutcome.WITHDRAWN) {
      run();
      return false;
    }
    return true;
  }

  // What the caller who has this as a stage may do.

  @Override
  public boolean cancel(boolean mayInterrupt) {
    boolean isGone = !isDone() && withdraw();
    return isGone ? super.cancel(mayInterrupt) : isCancelled();
  }

  @Override
  public boolean complete(@Nullable EmitOutcome ignored) {
    return !isDone() && withdraw() && super.complete(ignored);
  }

  @Override
  public boolean completeExceptionally(Throwable error) {
    Objects.requireNonNull(error, "error is null");
    return !isDone() && withdraw() && super.completeExceptionally(error);
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
  public void obtrudeValue(EmitOutcome ignored) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  @Override
  public void obtrudeException(Throwable error) {
    throw new UnsupportedOperationException("the outcome of an emission cannot be changed");
  }

  private static final VarHandle OUTCOME =
      Fields.handle(MethodHandles.lookup(), "outcome", EmitOutcome.class);
}
