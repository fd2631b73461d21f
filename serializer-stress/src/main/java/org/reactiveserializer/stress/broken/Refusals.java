package org.reactiveserializer.stress.broken;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;

/** Keeps what it refused: right in every signal, and it holds items after the end. */
public final class Refusals extends EmissionRight {
  private final ConcurrentLinkedQueue<Work> refused = new ConcurrentLinkedQueue<>();

  /** Creates a right that nobody holds. */
  public Refusals() {}

  @Override
  public Handover push(Work work) {
    Handover outcome = super.push(work);
    if (outcome == Handover.REFUSED) {
      refused.add(work);
    }
    return outcome;
  }
}
