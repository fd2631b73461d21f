package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactivestreams.Subscriber;

/**
 * The library's design before its segments stayed open: a segment is sealed when it is taken or when
 * another run is put on top of it. So a producer starts a new run after every take, and two
 * producers that alternate start one for each item.
 *
 * <p>Uses the library's own drain state, in the common part of the alternatives: without terminal
 * signals, errors and demand.
 *
 * <p>Not final, and its steps are not private, so a variant can override one of them. While only
 * one class is loaded, the virtual machine binds the calls statically.
 */
public class SealedSegments extends AlternativeSerializer {
  private static final int MOST = 128;

  private final Courtesy courtesy;

  // The last field, so that the fields of a subclass lie beside it.
  private final DrainState drain = new DrainState();

  /** Creates one that is idle. */
  public SealedSegments(Subscriber<? super Integer> downstream, Lag lag, Courtesy courtesy) {
    super(downstream, lag);
    this.courtesy = courtesy;
  }

  /** Returns the maximum number of slots of a segment. The number doubles from segment to segment. */
  int mostSlots() {
    return MOST;
  }

  /** Records the number of items taken. Called by the owner. The drain state counts them, too. */
  void taken(int count) {}

  /** Records that an item is about to be delivered. Called by the owner. */
  void finished() {
    drain.countFinished();
  }

  /** Yields the processor to the owner. */
  void yieldProcessor() {
    Thread.yield();
  }

  @Override
  protected final boolean tryEnter() {
    return drain.isVacant() && drain.tryEnter(); // as the other designs: reads first
  }

  @Override
  protected final boolean handOver(Integer item) {
    SealedSegment youngest = segment(drain.youngest());
    if (youngest != null && youngest.append(item)) {
      return false;
    }
    // Seals the segment. If yet another segment is on top at the time of the hand-over, the drain
    // state seals
    // that one.
    int waiting = Work.count(youngest);
    if (drain.push(SealedSegment.of(item, youngest, mostSlots())) == Handover.ENTERED) {
      return true;
    }
    if (courtesy.isDue(waiting + 1)) {
      yieldProcessor();
    }
    return false;
  }

  @Override
  protected final int deliverWaiting() {
    Work youngest = drain.take();
    int delivered = Work.count(youngest); // seals it; those below were sealed before
    drain.countWaiting(delivered);
    taken(delivered);
    SealedSegment rest = segment(Work.oldestFirst(youngest));
    while (rest != null) {
      Integer item = rest.poll();
      if (item == null) {
        rest = segment(rest.unlink());
      } else {
        finished();
        deliver(item);
      }
    }
    return delivered;
  }

  @Override
  protected final boolean hasWork() {
    return drain.hasWork();
  }

  @Override
  protected final boolean tryExit() {
    return drain.tryExit();
  }

  /** Only runs are handed over to this drain state. */
  private static @Nullable SealedSegment segment(@Nullable Work work) {
    return (SealedSegment) work;
  }
}
