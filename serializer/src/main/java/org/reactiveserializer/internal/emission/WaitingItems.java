package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Backoff;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.events.Events;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactiveserializer.internal.waiting.Arranged;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactiveserializer.internal.waiting.SourceEvent;

/**
 * The work that the owner of a loop has taken and not finished yet, in the order in which it was
 * handed over. Only the owner accesses it, except for the counts. If the loop has a queue, that is the only node, always.
 * If the loop has an {@linkplain Arranged order} of its own, what was taken moves there at once.
 * The ends of the list are notes of the {@link DrainState}.
 *
 * @param <S> the type of the sources of items
 * @param <T> the type of the items
 */
public final class WaitingItems<S, T> implements NamedStream {
  private final ItemLoop<S, T> loop;
  private final DrainState drain;
  private final @Nullable Arranged<S, T> arranged;

  // Created for the first item that does not take the fast path.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Counts counts;

  // If the stream has a name. Before the stream is shared.
  private @Nullable Registration registration;

  /** Creates the empty list of {@code loop}, whose state and queue are set. */
  WaitingItems(ItemLoop<S, T> loop) {
    this.loop = loop;
    this.drain = loop.drain;
    BoundedQueue<T> queue = loop.queue;
    this.arranged = loop.sources == null ? null : arranged(loop.sources);
    if (queue != null) {
      queue.setSource(loop);
      drain.oldest = queue;
      drain.youngest = queue;
    }
  }

  @SuppressWarnings("unchecked") // the items are those of the sources
  private static <S, T> @Nullable Arranged<S, T> arranged(Sources<S> sources) {
    return (@Nullable Arranged<S, T>) sources.arranged();
  }

  /** Returns whether no item waits whose turn it is. */
  boolean isEmpty() {
    if (arranged != null) {
      return arranged.remaining() == 0;
    }
    for (Work work = drain.oldest; work != null; work = work.next) {
      if (items(work).remaining() != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an item of {@code source} must wait, even if there is demand for it. */
  boolean mustWait(S source) {
    return arranged == null ? !isEmpty() : arranged.mustWait(source);
  }

  /** Returns the work that comes first; null if there is none. */
  @Nullable Work first() {
    return arranged == null ? drain.oldest : arranged;
  }

  /**
   * Notes that {@code n} of {@code items} are delivered. Returns whether the owner must take what
   * has been handed over meanwhile: it may come first.
   */
  boolean delivered(Items<T> items, int n) {
    sources().delivered(source(items), n);
    return arranged != null && arranged.yieldsToArrivals() && drain.hasWork();
  }

  /**
   * Adds a batch, of which {@code last} is the youngest: seals its segments, so that it is known how
   * many items they have, and acts on its source events at once.
   */
  void accept(@Nullable Work last) {
    Work before = drain.youngest;
    put(last);
    Work previous = before;
    for (Work work = before == null ? drain.oldest : before.next; work != null; ) {
      Work successor = work.next;
      if (work instanceof SourceEvent<?> event) {
        // Before it is unlinked: if this throws, discardAll finds the source event.
        sources().occurred(source(event), event.ends());
        unlink(previous, work);
      } else {
        Items<T> items = items(work);
        int n = items.seal();
        drain.countWaiting(n);
        counts().countHandedOver(n);
        if (arranged == null) {
          waits(source(items), n);
          previous = work;
        } else {
          arrange(arranged, previous, items, n);
        }
      }
      work = successor;
    }
  }

  /** Moves {@code n} sealed items, which follow {@code previous}, to where they wait. */
  private void arrange(Arranged<S, T> order, @Nullable Work previous, Items<T> items, int n) {
    S source = source(items);
    boolean wanted = order.wants(source);
    if (!wanted) {
      discard(items);
    }
    unlink(previous, items);
    if (wanted) {
      boolean added = false;
      try {
        order.add(source, items);
        added = true;
      } finally {
        if (!added) { // the heap is full: discardAll finds them here
          put(items);
        }
      }
      waits(source, n);
    }
  }

  /** Adds a batch, of which {@code last} is the youngest, behind what waits. */
  void put(@Nullable Work last) {
    Work first = Work.oldestFirst(last);
    if (first != null) {
      if (drain.youngest == null) {
        drain.oldest = first;
      } else {
        drain.youngest.next = first;
      }
      drain.youngest = last;
    }
  }

  /**
   * Unlinks {@code work}, which follows {@code previous}; if that is null, {@code work} is the
   * oldest.
   */
  void unlink(@Nullable Work previous, Work work) {
    if (previous == null) {
      drain.oldest = work.next;
    } else {
      previous.next = work.next;
    }
    if (drain.youngest == work) {
      drain.youngest = previous; // a later batch must not be linked to unlinked work
    }
    work.next = null; // a node promoted to the old generation would keep younger ones alive
  }

  /** Adds an item that this thread, the owner, has emitted. Returns its {@link Outcome}. */
  int keep(S source, T item) {
    BoundedQueue<T> queue = loop.queue;
    if (queue != null) {
      return queue.offer(item);
    }
    if (arranged != null) {
      if (!arranged.wants(source)) {
        discard(item);
        return Outcome.WAITS; // until now
      }
      arranged.keep(source, item);
      drain.countWaiting(1);
      waits(source, 1);
      return Outcome.WAITS;
    }
    Work last = drain.youngest;
    if (!(last instanceof Segment<?>
        && items(last).source() == source
        && segment(last).keep(item))) {
      put(Segment.kept(item, source));
    }
    drain.countWaiting(1);
    waits(source, 1);
    return Outcome.WAITS;
  }

  private void waits(S source, int n) {
    counts().raise(drain.waitingTaken()); // reading the word would take its line from producers
    if (loop.sources != null) {
      loop.sources.waits(source, n);
    }
  }

  /** Closes the queue, if it is empty. Returns false if it is not. */
  boolean tryCloseQueue() {
    BoundedQueue<T> queue = loop.queue;
    return queue == null || queue.tryClose();
  }

  /** Closes the queue, if there is one. */
  void closeQueue() {
    BoundedQueue<T> queue = loop.queue;
    if (queue != null) {
      queue.close();
    }
  }

  /**
   * Discards the items that wait, and gives up source events, of which an {@link ItemLoop#abort} leaves
   * some behind.
   */
  void discardAll() {
    if (drain.oldest == null && arranged == null) {
      return;
    }
    StackRoom.ensureInside(); // first: an item that was removed must reach the hook
    recount();
    long n = 0;
    if (arranged != null) {
      arranged.giveUpOrder();
      n += discardAllOf(arranged);
    }
    for (Work work = drain.oldest; work != null; work = drain.oldest) {
      if (work instanceof SourceEvent<?> event) {
        sources().abandoned(source(event));
      } else {
        Items<T> items = items(work);
        n += discardAllOf(items);
        if (!items.isSpent()) {
          break;
        }
      }
      unlink(null, work);
    }
    Events.discarded(loop, n);
  }

  /** Counts the items that wait: accept has not counted those that an abort has put here. */
  private void recount() {
    if (loop.queue == null) { // it counts its own items
      int n = arranged == null ? 0 : arranged.waiting();
      for (Work work = drain.oldest; work != null; work = work.next) {
        if (!(work instanceof SourceEvent<?>)) {
          Items<T> items = items(work);
          items.seal();
          n += items.remaining();
        }
      }
      drain.countWaiting(n - drain.waitingTaken());
    }
  }

  /** Discards the items of a node that the owner has taken. */
  public void discard(Items<T> items) {
    Events.discarded(loop, discardAllOf(items));
  }

  /** Returns how many it has discarded. */
  private int discardAllOf(Items<T> items) {
    items.seal(); // again, if recount was out of stack space
    int n = 0;
    while (items.remaining() != 0) {
      drain.countFinished();
      T item = items.remove();
      if (item != null) {
        discardOne(item);
        n++;
      }
    }
    return n;
  }

  /** Discards an item. By the thread that has it. */
  public void discard(T item) {
    discardOne(item);
    Events.discarded(loop, 1);
  }

  private void discardOne(T item) {
    loop.hooks.discard(item);
    // Not within the hook's call: a StackOverflowError here would be taken for one of the hook.
    counts().countDiscarded();
  }

  /** Discards an item that is not delivered because the emission threw. By the thread that has it. */
  public void discardAfter(Throwable thrown, T item) {
    try {
      discard(item);
    } catch (Throwable noStack) {
      if (noStack != thrown) {
        // Not suppressed by the other, which may be a constant of the downstream.
        loop.hooks.drop(noStack);
      }
    }
  }

  private Sources<S> sources() {
    return Objects.requireNonNull(loop.sources); // whoever hands over source events has sources
  }

  @SuppressWarnings("unchecked") // only source events and items of T are handed over
  Items<T> items(Work work) {
    return (Items<T>) work;
  }

  @SuppressWarnings("unchecked") // as above
  Segment<T> segment(Work work) {
    return (Segment<T>) work;
  }

  @SuppressWarnings("unchecked") // it is what the producer passed to next
  S source(Items<T> items) {
    return (S) Objects.requireNonNull(items.source());
  }

  @SuppressWarnings("unchecked") // an operator hands over source events of its own sources only
  private @Nullable S source(SourceEvent<?> event) {
    return (@Nullable S) event.source();
  }

  /** Returns how long producers wait before they hand over. By any thread. */
  Backoff backoff() {
    Backoff made = loop.backoff;
    if (made == null) {
      made = new Backoff();
      loop.backoff = made; // of two threads that race here, one forgets a meeting: harmless
    }
    return made;
  }

  /** Lets a stream with a name be observed. By the thread that creates it, when its parts are there. */
  public void observe(String kind) {
    registration = Streams.register(kind, loop.hooks.name(), this);
  }

  /** The stream has ended, and may be collected before anybody reads its figures again. */
  void ended() {
    if (registration != null) {
      registration.ended(new Remains(drain.deliveredOpaque(), highWater(), counts()));
    }
  }

  @Override
  public Figures figures() {
    Counts made = counts;
    BoundedQueue<T> queue = loop.queue;
    int waitingNow = queue == null ? drain.itemsWaiting() : queue.size();
    return new Figures(
        drain.deliveredOpaque(),
        waitingNow,
        made == null ? 0 : made.discarded(),
        Math.max(highWater(), waitingNow),
        Counts.refusals(made));
  }

  private int highWater() {
    BoundedQueue<T> queue = loop.queue;
    Counts made = counts;
    return queue != null ? queue.highWater() : made == null ? 0 : made.highWater();
  }

  /** What a stream that has ended leaves behind. Items that come later are counted all the same. */
  private record Remains(long delivered, int highWater, Counts counts) implements NamedStream {
    @Override
    public Figures figures() {
      return new Figures(delivered, 0, counts.discarded(), highWater, Counts.refusals(counts));
    }
  }

  /** Returns the counts of items that did not take the fast path. By any thread. */
  public Counts counts() {
    Counts made = counts;
    if (made == null) {
      Counts fresh = new Counts();
      made = COUNTS.compareAndSet(this, (Counts) null, fresh) ? fresh : counts;
    }
    return Objects.requireNonNull(made);
  }

  /** As {@link #counts}, but null if there are none yet. By any thread. */
  public @Nullable Counts counted() {
    return counts;
  }

  private static final VarHandle COUNTS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "counts", VarHandle.class, WaitingItems.class, Counts.class);
}
