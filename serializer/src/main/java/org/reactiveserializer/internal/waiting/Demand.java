package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.internal.drain.ContendedCell;

/**
 * How many items the downstream requested. The owner's notes say up to which of them it was granted
 * demand.
 *
 * <p><b>Invariant.</b> If items wait and there is no owner, {@code starving} is set, and all demand
 * was granted and used. The owner sets {@code starving} before it reads the demand for the last
 * time; a thread that requests adds to the demand before it reads {@code starving}. All four
 * accesses are volatile, so at least one of the two sees the other. So a request need not signal if
 * no items wait for it.
 *
 * <p>A grant is one store of the sum of all requests. So nothing is lost if the stack ends on the way to
 * it or behind it, and it needs no door.
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class Demand {
  // The sum of all requests. Long.MAX_VALUE: unbounded (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long requested;

  // Whether items wait for demand. Set and cleared by the owner.
  private volatile boolean starving;

  /** Creates a demand of zero. */
  public Demand() {}

  /**
   * Adds {@code n}, a positive number. Returns whether items wait for demand: then the caller must
   * signal. By any thread.
   */
  public final boolean add(long n) {
    for (; ; ) {
      long last = requested;
      if (last == Long.MAX_VALUE) {
        return false; // the thread that made it unbounded signals if that is necessary
      }
      long sum = last + n;
      if (REQUESTED.compareAndSet(this, last, sum < 0 ? Long.MAX_VALUE : sum)) {
        return isStarving();
      }
    }
  }

  /**
   * Grants all that was requested. Returns whether there is credit now; if not, the next {@link #add}
   * will return true. By the owner.
   */
  public boolean grantTo(ContendedCell notes) {
    if (notes.grant(requested)) {
      return true;
    }
    announce();
    return notes.grant(requested);
  }

  /**
   * Returns whether all that was requested was granted and used. Then the next {@link #add} will return
   * true. By the owner.
   */
  public boolean isUsedUp(ContendedCell notes) {
    announce();
    return notes.isUsedUp(requested);
  }

  private void announce() {
    if (!isStarving()) {
      starve();
    }
  }

  /** Returns the sum of all requests; {@code Long.MAX_VALUE}: unbounded. By any thread. */
  public final long total() {
    return requested;
  }

  /** Notes that items wait for demand. By the owner. */
  protected void starve() {
    starving = true;
  }

  /** Returns whether {@link #starve} was called since the last {@link #satisfied}. */
  protected boolean isStarving() {
    return starving;
  }

  /** Notes that no items wait any more, so that requests need not signal. By the owner. */
  public void satisfied() {
    if (starving) {
      starving = false;
    }
  }

  private static final VarHandle REQUESTED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "requested", VarHandle.class, Demand.class, long.class);
}
