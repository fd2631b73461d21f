package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A task by which a thread gives to an executor what it would otherwise do itself. By the executor's
 * contract, what the thread did before {@code execute} happens-before what the task does.
 *
 * <p><b>Invariant.</b> Afterwards exactly one of the two does it, whatever the executor does: the one
 * whose {@link #claim} succeeds. If the executor throws, the thread claims. If the executor runs the
 * task within the thread's call of {@code execute}, the task does nothing and the thread goes on, so
 * that its stack does not grow.
 */
public abstract class ClaimedTask implements Runnable {
  private final long giver = ThreadNumber.ofThisThread(); // keeps no thread alive

  // Read and written only by the giver's thread, so plain.
  private boolean returned;
  private boolean ranHere;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  // Whether an executor's thread had no stack for this: see isLeft.
  private volatile boolean left;

  // Where a task for which there is no stack is left for the next thread; null: in the field above.
  private final @Nullable DrainState place;

  /** Creates a task of the calling thread. */
  protected ClaimedTask() {
    this(null);
  }

  /** Creates a task of the calling thread, an owner, which transfers ownership. */
  ClaimedTask(@Nullable DrainState place) {
    this.place = place;
  }

  /**
   * Returns whether another thread does it now, or will. By the thread that created this. Throws what
   * the executor throws, if it is left to the caller.
   */
  public final boolean start(Executor executor) {
    try {
      executor.execute(this);
    } catch (Throwable thrown) {
      if (claim()) {
        throw thrown;
      }
      return true; // the executor runs the task although it threw
    }
    returned = true;
    return !(ranHere && claim()); // it may have run the task here and on another thread as well
  }

  @Override
  public final void run() {
    try {
      if (giver == ThreadNumber.ofThisThread() && !returned) {
        ranHere = true;
        return;
      }
      StackRoom.ensure(); // before the claim: whoever claims must go on
    } catch (StackOverflowError noStack) {
      if (!claimed) { // otherwise another note may be there
        // direct stores: perhaps there is no stack for a call
        DrainState drain = place;
        if (drain != null) {
          drain.left = this;
        } else {
          left = true;
        }
      }
      throw noStack;
    }
    if (claim()) {
      begin();
    }
  }

  /**
   * Returns whether a thread of the executor had no stack to run this, so that it will not do so again, and there was
   * no place to leave it. Then whoever claims this does it. By any thread.
   */
  public final boolean isLeft() {
    return left;
  }

  /** Does it, by the executor's thread, which has claimed it. */
  protected abstract void begin();

  /** Returns true to one caller: the one that does it from now on. */
  protected boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  private static final VarHandle CLAIMED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "claimed", VarHandle.class, ClaimedTask.class, boolean.class);
}
