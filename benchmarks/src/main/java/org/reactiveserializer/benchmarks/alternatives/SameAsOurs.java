package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Handover;
import org.reactiveserializer.internal.emission.Run;
import org.reactiveserializer.internal.emission.Work;
import org.reactivestreams.Subscriber;

/**
 * The library's own right and runs in the shell of the alternatives: to vary the lag, and to see
 * what the shell is worth without ends, errors and demand.
 */
public final class SameAsOurs extends AlternativeSerializer {
  private final EmissionRight right = new EmissionRight();

  /** Creates one that is idle. */
  public SameAsOurs(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  @Override
  protected boolean tryEnter() {
    return right.tryEnter();
  }

  @Override
  protected boolean hand(Integer item) {
    Work youngest = right.youngest();
    if (youngest != null && run(youngest).append(item)) {
      return false;
    }
    return right.hand(Run.of(item, youngest)) == Handover.ENTERED;
  }

  @Override
  protected int emitWaiting() {
    Work youngest = right.take();
    int emitted = Work.count(youngest);
    Work rest = Work.oldestFirst(youngest);
    while (rest != null) {
      Integer item = run(rest).poll();
      if (item == null) {
        rest = rest.unlink();
      } else {
        deliver(item);
      }
    }
    return emitted;
  }

  @Override
  protected boolean hasWork() {
    return right.hasWork();
  }

  @Override
  protected boolean tryExit() {
    return right.tryExit();
  }

  @SuppressWarnings("unchecked") // nothing else is handed to this right
  private static Run<Integer> run(Work work) {
    return (Run<Integer>) work;
  }
}
