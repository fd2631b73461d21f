package org.reactiveserializer.stress.broken;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.support.Reactions;

/** Keeps the work that it refused: all signals are correct, but it holds items after the end. */
public final class Refusals extends DrainState {
  private final ConcurrentLinkedQueue<Work> refused = new ConcurrentLinkedQueue<>();

  /** Creates an idle state. */
  public Refusals() {}

  @Override
  public Handover push(Work work) {
    Reactions.giveWay(); // so that the end comes in between
    Handover outcome = super.push(work);
    if (outcome == Handover.REFUSED) {
      refused.add(work);
    }
    return outcome;
  }
}
