package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Handover;
import org.reactiveserializer.internal.emission.PortableRight;
import org.reactiveserializer.internal.emission.Run;
import org.reactiveserializer.internal.emission.Work;
import org.reactivestreams.Subscriber;

/**
 * The library's own right and runs in the shell of the alternatives: to vary the lag and the
 * courtesy, and to see what the shell is worth without ends, errors and demand.
 *
 * <p>Not final, and its steps are not private, for a variant of one of them; while one class is
 * loaded the virtual machine binds the calls statically.
 */
public class SameAsOurs extends AlternativeSerializer {
  private final Courtesy courtesy;

  // Last, so that what a subclass adds lies beside it.
  private final EmissionRight right = new PortableRight();

  /** Creates one that is idle. */
  public SameAsOurs(Subscriber<? super Integer> downstream, Lag lag, Courtesy courtesy) {
    super(downstream, lag);
    this.courtesy = courtesy;
  }

  /** Notes, by the owner, what it took. The right does so by itself. */
  void taken(int count) {}

  /** Notes, by the owner, that an item is about to be delivered. */
  void finished() {
    right.finished();
  }

  /** Offers the processor to the emitter. */
  void makeWay() {
    Thread.yield();
  }

  @Override
  protected final boolean tryEnter() {
    return right.tryEnter();
  }

  @Override
  protected final boolean hand(Integer item) {
    Work youngest = right.youngest();
    if (youngest != null && run(youngest).append(item)) {
      return false;
    }
    Run<Integer> run = Run.of(item, youngest);
    if (right.hand(run) == Handover.ENTERED) {
      return true;
    }
    if (courtesy.isDue(Work.count(run))) {
      makeWay();
    }
    return false;
  }

  @Override
  protected final int emitWaiting() {
    Work youngest = right.take();
    int emitted = Work.count(youngest);
    taken(emitted);
    Work rest = Work.oldestFirst(youngest);
    while (rest != null) {
      Integer item = run(rest).poll();
      if (item == null) {
        rest = rest.unlink();
      } else {
        finished();
        deliver(item);
      }
    }
    return emitted;
  }

  @Override
  protected final boolean hasWork() {
    return right.hasWork();
  }

  @Override
  protected final boolean tryExit() {
    return right.tryExit();
  }

  @SuppressWarnings("unchecked") // nothing else is handed to this right
  private static Run<Integer> run(Work work) {
    return (Run<Integer>) work;
  }
}
