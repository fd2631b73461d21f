package org.reactiveserializer.internal.emission;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Outlet;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.OpenRuns;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.internal.waiting.Turn;
import org.reactivestreams.Subscriber;

/**
 * What was handed over and is not delivered yet, in the order in which it came. All of it is the owner's,
 * but for the {@link #queue}.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
abstract class WaitingItems<S, T> extends Outlet<T> {
  /** Where items and errors go that cannot be signalled. */
  protected final Hooks<? super T> hooks;

  /** What waits, if its number has a bound; then it is always the one and only below. */
  protected final @Nullable BoundedQueue<T> queue;

  // Made when the first run is opened.
  private volatile @Nullable OpenRuns<T> runs;

  /** Creates an empty one. */
  WaitingItems(
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(downstream, limit);
    this.hooks = hooks;
    this.queue = queue;
    if (queue != null) {
      queue.setSource(this);
      oldest = queue;
      youngest = queue;
    }
  }

  // The hooks. All are called by the owner.

  /** {@code n} more items of {@code source} wait. */
  protected void waits(S source, int n) {}

  /** One more item of {@code source} waits, which the owner brought. */
  protected void kept(S source) {
    waits(source, 1);
  }

  /** A {@linkplain Turn turn} of {@code source}, or of what is none. */
  protected void turned(@Nullable S source) {}

  /** An item was discarded. By any thread. */
  protected void discarded() {}

  /** A turn of {@code source} that perhaps was not heeded, and will not be. */
  protected void abandoned(@Nullable S source) {}

  /** Tells whether nothing waits that the owner knows of. */
  final boolean nothingWaits() {
    for (Work work = oldest; work != null; work = work.next) {
      if (items(work).remaining() != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first of what the owner keeps. */
  final @Nullable Work first() {
    return oldest;
  }

  /** Counts what has come to {@code items} since the owner looked last. */
  protected final void refresh(Items<T> items) {
    int more = items.refresh();
    if (more != 0) {
      right().countWaiting(more);
      waits(source(items), more);
    }
  }

  /**
   * Seals all runs, and counts what they have got. After that nothing comes but by the word. Before the owner
   * leaves, or closes. Returns whether there was anything that it did not know of.
   */
  final boolean sealAll() {
    Work open = oldestOpen;
    oldestOpen = null;
    int before = right().waitingTaken();
    for (Work work = open; work != null; work = work.next) {
      Items<T> items = items(work);
      items.seal();
      refresh(items);
    }
    return right().waitingTaken() != before;
  }

  /** Takes out what is spent, up to the first that is not. */
  final void dropSpent() {
    for (Work work = oldest; work != null && items(work).isSpent(); work = oldest) {
      unlink(null, work);
    }
  }

  /** Takes {@code work} out, if nothing of it is left, behind {@code previous}. Returns what is then before its successor. */
  final @Nullable Work passBy(@Nullable Work previous, Work work) {
    if (!items(work).isSpent()) {
      return work;
    }
    unlink(previous, work);
    return previous;
  }

  /** Puts a batch behind what waits, and heeds the turns in it at once. */
  final void accept(@Nullable Work last) {
    Work before = youngest;
    put(last);
    Work previous = before;
    for (Work work = before == null ? oldest : before.next; work != null; ) {
      Work successor = work.next;
      if (work instanceof Turn<?> turn) {
        turned(source(turn)); // first, so that it is found if this throws
        unlink(previous, work);
      } else {
        waits(source(items(work)), 1);
        previous = work;
      }
      work = successor;
    }
  }

  /**
   * Puts a batch, of which {@code last} is the youngest, behind what waits. In one go: from the moment
   * on when it is turned round nothing is called, so that nothing of it is lost at the end of the stack.
   */
  final void put(@Nullable Work last) {
    EmissionRight right = right(); // first: see above
    Work first = Work.oldestFirst(last);
    if (first != null) {
      if (youngest == null) {
        oldest = first;
      } else {
        youngest.next = first;
      }
      youngest = last;
      if (oldestOpen == null) {
        oldestOpen = first;
      }
    }
    right.taken = null;
  }

  /** Lets nothing more into the queue. */
  final void closeQueue() {
    if (queue != null) {
      queue.close();
    }
  }

  /** Takes {@code work} out, which is behind {@code previous}, or else the oldest. */
  private void unlink(@Nullable Work previous, Work work) {
    if (previous == null) {
      oldest = work.next;
    } else {
      previous.next = work.next;
    }
    if (youngest == work) {
      youngest = previous; // nothing may be put behind what is not there
    }
    if (oldestOpen == work) {
      oldestOpen = work.next;
    }
    work.next = null; // promoted to the old generation, it would keep what is younger alive
    if (work instanceof Items<?> spent) {
      spent.release();
    }
  }

  /** Puts an item of this thread, the owner, behind what waits. */
  final int keep(S source, T item) {
    if (queue != null) {
      return queue.offer(item);
    }
    Work last = youngest;
    if (!(last instanceof Run<?> && items(last).source() == source && run(last).keep(item))) {
      put(Run.kept(item, source));
    }
    right().countWaiting(1);
    kept(source);
    return Fate.WAITS;
  }

  /** Discards what waits; and turns, of which an {@link #abort} leaves some behind. */
  protected final void discardWaiting() {
    if (oldest != null) {
      StackRoom.probe();
    }
    for (Work work = oldest; work != null; work = oldest) {
      if (work instanceof Turn<?> turn) {
        abandoned(source(turn));
      } else {
        Items<T> items = items(work);
        discard(items);
        if (!items.isSpent()) {
          return;
        }
      }
      unlink(null, work);
    }
  }

  private void discard(Items<T> items) {
    items.seal();
    right().countWaiting(items.refresh());
    while (items.remaining() != 0) {
      right().countFinished();
      T item = items.remove();
      if (item != null) {
        discard(item);
      }
    }
  }

  /** Discards an item. By any thread that has it. */
  protected final void discard(T item) {
    hooks.discard(item);
    discarded(); // not in the hook, in which what is thrown for want of stack would count for the hook's
  }

  // Runs that are open: of all threads, if there is one source. Others keep theirs.

  /** Appends an item to the open run of this thread for {@code source}, if there is one. By any thread. */
  protected boolean appendToOpen(S source, T item) {
    OpenRuns<T> open = runs;
    return open != null && open.append(item);
  }

  /** Makes a run, to be handed over by this thread; {@code null} if there is no place for one. By any thread. */
  protected @Nullable Run<T> makeRun(S source, T item) {
    OpenRuns<T> open = runs;
    if (open == null) {
      open = new OpenRuns<>();
      runs = open; // if two threads do that at a time, the run of one is not found again, which does no harm
    }
    return open.make(item, source);
  }

  /** Has this thread find {@code run} again, which it has handed over. By any thread. */
  protected void remember(S source, Run<T> run) {
    OpenRuns<T> open = runs;
    if (open != null) {
      open.remember(run);
    }
  }

  /** Returns how many items have come to open runs that the owner does not know of yet. By any thread. */
  protected final int growth() {
    OpenRuns<T> open = runs;
    return open == null ? 0 : open.growth();
  }

  @SuppressWarnings("unchecked") // nothing else waits here
  final Items<T> items(Work work) {
    return (Items<T>) work;
  }

  @SuppressWarnings("unchecked") // nothing else waits here
  private Run<T> run(Work work) {
    return (Run<T>) work;
  }

  @SuppressWarnings("unchecked") // as it was brought
  final S source(Items<T> items) {
    return (S) Objects.requireNonNull(items.source());
  }

  @SuppressWarnings("unchecked") // as it was brought
  private @Nullable S source(Turn<?> turn) {
    return (@Nullable S) turn.source();
  }
}
