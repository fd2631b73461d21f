package org.reactiveserializer.internal.emission;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Outlet;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.internal.waiting.Turn;
import org.reactivestreams.Subscriber;

/**
 * The work that the owner has taken and not finished yet, in the order in which it was handed over.
 * Only the owner accesses it, except for the {@link #queue}.
 *
 * @param <S> the type of the sources of items; an operator may have several
 * @param <T> the type of the items
 */
abstract class WaitingItems<S, T> extends Outlet<T> {
  /** Where items and errors that cannot be signalled go. */
  protected final Hooks<? super T> hooks;

  /** Where items wait if their number has a bound. Then it is the only node of the list, always. */
  protected final @Nullable BoundedQueue<T> queue;

  /** Creates an empty list. The parameters: see {@link ItemLoop}. */
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

  /** One more item of {@code source} waits, which the owner itself emitted. */
  protected void kept(S source) {
    waits(source, 1);
  }

  /** A {@linkplain Turn turn} of {@code source} was taken; both arguments as in the turn. */
  protected void turned(@Nullable S source, boolean ends) {}

  /** An item was discarded. By any thread. */
  protected void discarded() {}

  /**
   * A turn of {@code source} is given up: {@link #turned} was perhaps not called for it, and will
   * not be.
   */
  protected void abandoned(@Nullable S source) {}

  /** Returns whether no item waits that the owner knows of. */
  final boolean nothingWaits() {
    for (Work work = oldest; work != null; work = work.next) {
      if (items(work).remaining() != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the oldest work; null if there is none. */
  final @Nullable Work first() {
    return oldest;
  }

  /**
   * Adds a batch, of which {@code last} is the youngest: seals its runs, so that it is known how
   * many items they have, and acts on its turns at once.
   */
  final void accept(@Nullable Work last) {
    Work before = youngest;
    put(last);
    Work previous = before;
    for (Work work = before == null ? oldest : before.next; work != null; ) {
      Work successor = work.next;
      if (work instanceof Turn<?> turn) {
        // Before it is unlinked: if this throws, discardWaiting finds the turn.
        turned(source(turn), turn.ends());
        unlink(previous, work);
      } else {
        Items<T> items = items(work);
        int n = items.seal();
        right().countWaiting(n);
        waits(source(items), n);
        previous = work;
      }
      work = successor;
    }
  }

  /** Adds a batch, of which {@code last} is the youngest, behind what waits. */
  final void put(@Nullable Work last) {
    Work first = Work.oldestFirst(last);
    if (first != null) {
      if (youngest == null) {
        oldest = first;
      } else {
        youngest.next = first;
      }
      youngest = last;
    }
  }

  /** Closes the queue, if there is one. */
  final void closeQueue() {
    if (queue != null) {
      queue.close();
    }
  }

  /**
   * Unlinks {@code work}, which follows {@code previous}; if that is null, {@code work} is the
   * oldest.
   */
  final void unlink(@Nullable Work previous, Work work) {
    if (previous == null) {
      oldest = work.next;
    } else {
      previous.next = work.next;
    }
    if (youngest == work) {
      youngest = previous; // a later batch must not be linked to unlinked work
    }
    work.next = null; // a node promoted to the old generation would keep younger ones alive
  }

  /** Adds an item that this thread, the owner, has emitted. Returns its {@link Fate}. */
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

  /**
   * Discards the items that wait, and gives up turns, of which an {@link #abort} leaves some
   * behind.
   */
  protected final void discardWaiting() {
    if (oldest != null) {
      StackRoom.ensureInside(); // first: an item that was removed must reach the hook
      recount();
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

  /** Counts the items that wait: accept has not counted those that an abort has put here. */
  private void recount() {
    if (queue == null) { // it counts its own items
      int n = 0;
      for (Work work = oldest; work != null; work = work.next) {
        if (!(work instanceof Turn<?>)) {
          Items<T> items = items(work);
          items.seal();
          n += items.remaining();
        }
      }
      right().countWaiting(n - right().waitingTaken());
    }
  }

  private void discard(Items<T> items) {
    items.seal(); // again, if recount was out of stack space
    while (items.remaining() != 0) {
      right().countFinished();
      T item = items.remove();
      if (item != null) {
        discard(item);
      }
    }
  }

  /** Discards an item. By the thread that has it. */
  protected final void discard(T item) {
    hooks.discard(item);
    // Not within the hook's call: a StackOverflowError here would be taken for one of the hook.
    discarded();
  }

  @SuppressWarnings("unchecked") // only turns and items of T are handed over
  final Items<T> items(Work work) {
    return (Items<T>) work;
  }

  @SuppressWarnings("unchecked") // as above
  final Run<T> run(Work work) {
    return (Run<T>) work;
  }

  @SuppressWarnings("unchecked") // it is what the producer passed to next
  final S source(Items<T> items) {
    return (S) Objects.requireNonNull(items.source());
  }

  @SuppressWarnings("unchecked") // an operator hands over turns of its own sources only
  private @Nullable S source(Turn<?> turn) {
    return (@Nullable S) turn.source();
  }
}
