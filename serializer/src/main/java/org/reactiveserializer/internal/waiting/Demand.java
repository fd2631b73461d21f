package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many items the downstream asked for, and how many of these were granted to the owner, who
 * keeps account of what is left of them.
 *
 * <p><b>Invariant.</b> If items wait and nobody emits, then {@code starving} is set, and no demand
 * is unmet. The owner sets it before it looks at the demand for the last time; who requests adds to
 * the demand before it looks at {@code starving}. All four accesses are volatile, so at least one of the two
 * sees the other. Thus a request that nobody waits for need not signal.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class Demand {
  // All that was ever asked for. Long.MAX_VALUE: without bound (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long requested;

  // Set and cleared by the owner.
  private volatile boolean starving;

  // How much of that the owner has taken note of. Of the owner.
  private long noted;

  /** Creates one that nothing was asked of. */
  public Demand() {}

  /**
   * Adds {@code n}, a positive number. Returns whether the owner left items for want of demand, and
   * must be signalled. By any thread.
   */
  public final boolean add(long n) {
    for (; ; ) {
      long last = requested;
      if (last == Long.MAX_VALUE) {
        return false; // whoever asked for that did, or will, find out
      }
      long sum = last + n;
      if (REQUESTED.compareAndSet(this, last, sum < 0 ? Long.MAX_VALUE : sum)) {
        return isStarving();
      }
    }
  }

  /**
   * Returns how many items were asked for since the last call. If none, an {@link #add} will say so.
   * By the owner, when all that was granted before is delivered.
   */
  public long grant() {
    long granted = note();
    if (granted == 0) {
      starve();
      granted = note();
    }
    return granted;
  }

  /** Returns all that was ever asked for; {@code Long.MAX_VALUE}: without bound. By any thread. */
  public final long total() {
    return requested;
  }

  /** Says that items are left for want of demand. By the owner. */
  protected void starve() {
    starving = true;
  }

  /** Tells whether {@link #starve} was called since all were {@linkplain #satisfied}. */
  protected boolean isStarving() {
    return starving;
  }

  private long note() {
    long asked = requested;
    long granted = asked == Long.MAX_VALUE ? asked : asked - noted;
    noted = asked;
    return granted;
  }

  /** Nothing waits any more: who requests need not signal. By the owner. */
  public void satisfied() {
    if (starving) {
      starving = false;
    }
  }

  private static final VarHandle REQUESTED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "requested", VarHandle.class, Demand.class, long.class);
}
