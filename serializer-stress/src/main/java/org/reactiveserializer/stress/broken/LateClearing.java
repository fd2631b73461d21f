package org.reactiveserializer.stress.broken;

import org.reactiveserializer.stress.support.CrampedRight;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.LoneLoop;
import org.reactiveserializer.stress.support.Probe;

/**
 * Clears a deserted owner's note when it has done what the note asks for, not when it reads it: two
 * threads can both believe that it was left for them.
 */
public final class LateClearing extends LoneLoop {
  private final CrampedRight cramped;

  /** Creates one whose owner deserts when the downstream throws. */
  public LateClearing(CrampedRight right, Probe downstream, Fates fates) {
    super(right, downstream, fates);
    this.cramped = right;
  }

  @Override
  protected void abort(Throwable cause) {
    boolean inPlaceOfTheOwner = cramped.wasDeserted();
    if (inPlaceOfTheOwner) {
      pendingAbort = cause;
    }
    super.abort(cause);
    if (inPlaceOfTheOwner) {
      pendingAbort = null;
    }
  }
}
