package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/**
 * A task that transfers ownership from an owner that has reached its {@link DrainLimit} to a thread
 * of an executor. By the executor's contract, what the owner did before {@code execute}
 * happens-before what the task does.
 *
 * <p><b>Invariant.</b> Afterwards exactly one of the two is the owner, whatever the executor does:
 * the one whose {@link #claim} succeeds. If the executor throws, the former owner claims. If the
 * executor runs the task within the owner's call of {@code execute}, the task does nothing and the
 * owner goes on, so that its stack does not grow.
 *
 * <p>Not final, so that a stress test can break the claim.
 */
public class HandoffTask implements Runnable {
  private final DrainLoop loop;
  private final long owner = ThreadNumber.ofThisThread(); // keeps no thread alive

  // Read and written only by the former owner's thread, so plain.
  private boolean returned;
  private boolean ranHere;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  /** Creates a task, by the owner of {@code loop}. */
  public HandoffTask(DrainLoop loop) {
    this.loop = loop;
  }

  /**
   * Returns whether another thread is the owner now, or will be. By the owner. Throws what the
   * executor throws, if the caller is still the owner.
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
      if (owner == ThreadNumber.ofThisThread() && !returned) {
        ranHere = true;
        return;
      }
      StackRoom.ensure(); // before the claim: whoever claims must go on
    } catch (StackOverflowError noStack) {
      if (!claimed) { // otherwise another note may be there
        loop.drain.left = this; // the executor will not run it again, so the next thread claims it
      }
      throw noStack;
    }
    if (claim()) {
      loop.emitAsOwner();
    }
  }

  /** Returns true to one caller: the one that is the owner from now on. */
  protected boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  private static final VarHandle CLAIMED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "claimed", VarHandle.class, HandoffTask.class, boolean.class);
}
