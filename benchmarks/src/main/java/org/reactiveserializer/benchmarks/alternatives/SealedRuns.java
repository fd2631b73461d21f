package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactivestreams.Subscriber;

/**
 * What the library did before its runs stayed open: a run is sealed when it is taken, or when
 * another is put on top. So a producer starts a new one after every take, and two that take turns
 * start one an item.
 *
 * <p>On the library's own right, in the shell of the alternatives: without ends, errors and demand.
 *
 * <p>Not final, and its steps are not private, for a variant of one of them; while one class is
 * loaded the virtual machine binds the calls statically.
 */
public class SealedRuns extends AlternativeSerializer {
  private static final int MOST = 128;

  private final Courtesy courtesy;

  // Last, so that what a subclass adds lies beside it.
  private final EmissionRight right = new EmissionRight();

  /** Creates one that is idle. */
  public SealedRuns(Subscriber<? super Integer> downstream, Lag lag, Courtesy courtesy) {
    super(downstream, lag);
    this.courtesy = courtesy;
  }

  /** Returns how many slots a run may have. They double from run to run. */
  int mostSlots() {
    return MOST;
  }

  /** Notes, by the owner, what it took. The right does so by itself. */
  void taken(int count) {}

  /** Notes, by the owner, that an item is about to be delivered. */
  void finished() {
    right.countFinished();
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
    SealedRun youngest = run(right.youngest());
    if (youngest != null && youngest.append(item)) {
      return false;
    }
    // Seals it. Should yet another run be on top by the time of the handover, the right seals that.
    int waiting = Work.count(youngest);
    if (right.push(SealedRun.of(item, youngest, mostSlots())) == Handover.ENTERED) {
      return true;
    }
    if (courtesy.isDue(waiting + 1)) {
      makeWay();
    }
    return false;
  }

  @Override
  protected final int emitWaiting() {
    Work youngest = right.take();
    int emitted = Work.count(youngest); // seals it; what is below was sealed before
    taken(emitted);
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

  /** Nothing else is handed to this right. */
  private static @Nullable SealedRun run(@Nullable Work work) {
    return (SealedRun) work;
  }
}
