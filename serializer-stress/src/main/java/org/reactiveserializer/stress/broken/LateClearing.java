package org.reactiveserializer.stress.broken;

import org.reactiveserializer.stress.support.CrampedState;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.LoneLoop;
import org.reactiveserializer.stress.support.Probe;

/**
 * Clears the note of a failed owner after ending the stream, not when reading the note: two threads
 * can both take it as meant for them.
 */
public final class LateClearing extends LoneLoop {
  private final CrampedState cramped;

  /** Creates a loop whose owner fails to end the stream when the downstream throws. */
  public LateClearing(CrampedState drain, Probe downstream, Fates outcomes) {
    super(drain, downstream, outcomes);
    this.cramped = drain;
  }

  @Override
  protected void abort(Throwable cause) {
    boolean inPlaceOfTheOwner = cramped.wasLeftUnclosed();
    if (inPlaceOfTheOwner) {
      drain.left = cause;
    }
    super.abort(cause);
    if (inPlaceOfTheOwner) {
      drain.left = null;
    }
  }
}
