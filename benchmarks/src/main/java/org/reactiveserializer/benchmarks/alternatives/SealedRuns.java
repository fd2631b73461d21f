package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactivestreams.Subscriber;

/**
 * The library's design before its runs stayed open: a run is sealed when it is taken or when
 * another run is put on top of it. So a producer starts a new run after every take, and two
 * producers that alternate start one for each item.
 *
 * <p>Uses the library's own right, in the common part of the alternatives: without terminal
 * signals, errors and demand.
 *
 * <p>Not final, and its steps are not private, so a variant can override one of them. While only
 * one class is loaded, the virtual machine binds the calls statically.
 */
public class SealedRuns extends AlternativeSerializer {
  private static final int MOST = 128;

  private final Courtesy courtesy;

  // The last field, so that the fields of a subclass lie beside it.
  private final EmissionRight right = new EmissionRight();

  /** Creates one that is idle. */
  public SealedRuns(Subscriber<? super Integer> downstream, Lag lag, Courtesy courtesy) {
    super(downstream, lag);
    this.courtesy = courtesy;
  }

  /** Returns the maximum number of slots of a run. The number doubles from run to run. */
  int mostSlots() {
    return MOST;
  }

  /** Records the number of items taken. Called by the owner. The right counts them, too. */
  void taken(int count) {}

  /** Records that an item is about to be delivered. Called by the owner. */
  void finished() {
    right.countFinished();
  }

  /** Yields the processor to the owner. */
  void yieldProcessor() {
    Thread.yield();
  }

  @Override
  protected final boolean tryEnter() {
    return right.isVacant() && right.tryEnter(); // as the other designs: reads first
  }

  @Override
  protected final boolean handOver(Integer item) {
    SealedRun youngest = run(right.youngest());
    if (youngest != null && youngest.append(item)) {
      return false;
    }
    // Seals the run. If yet another run is on top at the time of the hand-over, the right seals
    // that one.
    int waiting = Work.count(youngest);
    if (right.push(SealedRun.of(item, youngest, mostSlots())) == Handover.ENTERED) {
      return true;
    }
    if (courtesy.isDue(waiting + 1)) {
      yieldProcessor();
    }
    return false;
  }

  @Override
  protected final int deliverWaiting() {
    Work youngest = right.take();
    int delivered = Work.count(youngest); // seals it; those below were sealed before
    right.countWaiting(delivered);
    taken(delivered);
    SealedRun rest = run(Work.oldestFirst(youngest));
    while (rest != null) {
      Integer item = rest.poll();
      if (item == null) {
        rest = run(rest.unlink());
      } else {
        finished();
        deliver(item);
      }
    }
    return delivered;
  }

  @Override
  protected final boolean hasWork() {
    return right.hasWork();
  }

  @Override
  protected final boolean tryExit() {
    return right.tryExit();
  }

  /** Only runs are handed over to this right. */
  private static @Nullable SealedRun run(@Nullable Work work) {
    return (SealedRun) work;
  }
}
