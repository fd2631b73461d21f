package org.reactiveserializer.internal.right;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/**
 * The right on its way from an owner that has emitted enough to a thread of an executor, which hands it
 * over: what the one did before {@code execute} happens-before what the other does.
 *
 * <p><b>Invariant.</b> One of the two is the owner afterwards, whatever the executor does: the one that
 * claims. If the executor throws, the owner claims; if it runs the task in the owner's own call, then the
 * task does nothing and the owner goes on, so that its stack does not grow.
 *
 * <p>Not final so that a stress test can break the claim.
 */
public class Relay implements Runnable {
  private final EmissionLoop loop;
  private final Thread owner = Thread.currentThread();

  // Of the thread that was the owner.
  private boolean returned;
  private boolean ranHere;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  /** Creates one, by the owner of {@code loop}. */
  public Relay(EmissionLoop loop) {
    this.loop = loop;
  }

  /**
   * Tells whether another thread is the owner now, or will be. By the owner. Throws what the executor
   * throws, if the caller is the owner still.
   */
  public final boolean start(Executor executor) {
    try {
      executor.execute(this);
    } catch (Throwable thrown) {
      if (claim()) {
        throw thrown;
      }
      return true; // it runs all the same
    }
    returned = true;
    return !(ranHere && claim()); // it may have given the task to another thread as well
  }

  @Override
  public final void run() {
    if (owner == Thread.currentThread() && !returned) {
      ranHere = true;
    } else if (claim()) {
      loop.emitAsOwner();
    }
  }

  /** Tells the one who is the owner afterwards that it is. */
  protected boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  private static final VarHandle CLAIMED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "claimed", VarHandle.class, Relay.class, boolean.class);
}
