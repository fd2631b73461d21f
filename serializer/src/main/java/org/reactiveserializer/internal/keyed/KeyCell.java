package org.reactiveserializer.internal.keyed;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;

/**
 * A live key, and what waits for it: a queue that many threads add to and one removes from, its owner.
 * It lives from the first item until its owner finds nothing more.
 *
 * <p>So a cell has an owner from its beginning to its end, and there is no idle state that a producer
 * would have to end: to add an entry is all that it does, in one step. The owner is the crew while the
 * cell is ready, a thread that serves it, or a stage that its handler returned: see {@code holder}.
 *
 * <pre>
 *                offer, signal                 tryClose
 *   youngest:  entry ──► younger entry ──► …   last removed entry ──► CLOSED   nothing leaves it
 *
 *               announce          claim                 wait for a stage
 *   holder:  NEW ──────► READY ──────────► the server ◄─────────────────► the stage
 *             ▲  └──── claim ─────────────►  │                              │
 *             └──────────── yield ───────────┴─────────── resume ───────────┘
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code youngest} is the entry that was added last, also when all are removed. Entries are added
 *       by a {@code compareAndSet} behind it. So what is added is complete, and in one order.
 *   <li>The owner takes what is between {@code youngest} and {@code removed}, and only reads the one and
 *       writes the other.
 *   <li>{@code removed} only moves towards younger entries. A producer reads it after {@code youngest},
 *       so it never counts too few: no more than the capacity wait.
 *   <li>CLOSED replaces only the entry that was removed last, by one {@code compareAndSet}: so no cell
 *       closes on an item, and whoever finds CLOSED has added nothing. It is final.
 *   <li>The line is empty when a cell closes, or those in it have yet to signal: then they find CLOSED,
 *       and withdraw. Who joins the line first does so and then signals; the owner that takes the signal
 *       looks at the line before it tries to close.
 *   <li>While the holder is NEW or READY, the crew has this cell in its queue, or a thread is about to
 *       put it there. NEW says that this may not be done yet: any producer that sees NEW does it, too. A
 *       cell that is in the queue twice is served once, for it must be claimed.
 * </ol>
 *
 * <p>Not final, so that a stress test can break a step.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public class KeyCell<K, T> extends Entry<T> implements Runnable {
  private static final Entry<?> CLOSED = new Entry<>(null);
  private static final @Nullable Object NEW = null;
  private static final Object READY = new Object();

  private final K key;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Entry<T> youngest = this;

  // The entry that was removed last; null: none yet. By the owner. Its link leads to what was
  // taken.
  private volatile @Nullable Entry<T> removed;

  // Those that wait for room; null: nobody has yet.
  private volatile @Nullable RoomLine<T> line;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object holder;

  /** Creates a cell whose first entry is itself: an item, or null for a mere signal. */
  public KeyCell(K key, @Nullable T first) {
    super(first);
    this.key = key;
    number = first == null ? 0 : 1;
  }

  /** Returns the key. */
  public final K key() {
    return key;
  }

  // By any thread.

  /** Adds an item, if fewer than {@code capacity} wait, and nobody waits for room. Else FULL or LATE. */
  public int offer(T item, int capacity) {
    Entry<T> entry = null;
    for (; ; ) {
      Entry<T> last = youngest;
      if (last == CLOSED) {
        return Outcome.LATE;
      }
      RoomLine<T> others = line;
      if (waiting(last) >= capacity || (others != null && !others.isEmpty())) {
        return Outcome.FULL;
      }
      if (entry == null) {
        entry = new Entry<>(item);
      }
      entry.number = last.number + 1;
      if (add(entry, last)) {
        return Outcome.WAITS;
      }
      Thread.onSpinWait(); // another thread made progress
    }
  }

  /** Returns whether an item would find no room now: then it need not be counted for all keys first. */
  final boolean isFull(int capacity) {
    RoomLine<T> others = line;
    return size() >= capacity || (others != null && !others.isEmpty());
  }

  /** Makes the owner look at the line. Of no use if the cell is closed. By one who has joined it. */
  @Override
  public void run() {
    Entry<T> signal = new Entry<>(null);
    for (Entry<T> last = youngest; last != CLOSED; last = youngest) {
      signal.number = last.number;
      if (add(signal, last)) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  private boolean add(Entry<T> entry, Entry<T> last) {
    entry.link = last;
    return YOUNGEST.compareAndSet(this, last, entry);
  }

  /** Returns how many items wait if {@code last} is the youngest entry. To be called after reading it. */
  private int waiting(Entry<T> last) {
    Entry<T> first = removed; // invariant 3
    return first == null ? last.number : last.number - first.number;
  }

  /** Returns how many items wait. */
  public final int size() {
    return waiting(youngest);
  }

  /** Returns whether nothing can be added any more. */
  public final boolean isClosed() {
    return youngest == CLOSED;
  }

  /** Returns the line of those who wait for room, which {@code answers} tell. */
  public final RoomLine<T> line(Executor answers) {
    RoomLine<T> found = line;
    if (found != null) {
      return found;
    }
    RoomLine<T> made = new RoomLine<>(answers);
    Object before = LINE.compareAndExchange(this, (RoomLine<?>) null, made);
    return before == null ? made : Objects.requireNonNull(line);
  }

  /** Returns the line; null if nobody has waited. */
  public final @Nullable RoomLine<T> lineIfAny() {
    return line;
  }

  /** Returns whether perhaps the crew does not have this cell in its queue, although it should. */
  final boolean isNew() {
    return holder == NEW;
  }

  /** Notes that the crew has this cell in its queue. */
  final void noteReady() {
    HOLDER.compareAndSet(this, NEW, READY);
  }

  /** Makes {@code server} the owner, if the crew is. */
  public final boolean claim(Object server) {
    Object now = holder;
    return (now == NEW || now == READY)
        && (HOLDER.compareAndSet(this, now, server)
            || (now == NEW && HOLDER.compareAndSet(this, READY, server))); // noted meanwhile
  }

  final @Nullable Object holder() {
    return holder;
  }

  // By the owner.

  /** Gives the cell to {@code next}; null: to the crew. */
  final void giveTo(@Nullable Object next) {
    holder = next;
  }

  /**
   * Removes the oldest item, or else admits the first one that waits for room. Returns null if there is
   * neither: then the cell is closed.
   */
  public final @Nullable T next(Census census) {
    for (; ; ) {
      T item = poll();
      if (item != null) {
        census.removeItem();
        return item;
      }
      RoomLine<T> waiting = line;
      Waiter<T> first = waiting == null ? null : waiting.first();
      if (waiting == null || first == null) {
        if (tryClose()) {
          return null;
        }
      } else if (!hasMore()) { // otherwise something was emitted before this one joined
        item = waiting.admit(first);
        if (item != null) {
          return item;
        }
      }
    }
  }

  /** Removes the oldest item; null if there is none. */
  private @Nullable T poll() {
    for (; ; ) {
      Entry<T> last = removed;
      Entry<T> next = last == null ? null : last.link;
      if (next == null) {
        next = take(last);
        if (next == null) {
          return null;
        }
      }
      if (last != null) {
        last.link = null; // an entry promoted to the old generation would keep younger ones alive
      }
      T item = next.item;
      next.item = null;
      // A release store is enough: a producer that does not see it counts too many, and a thread
      // that
      // knows of what the handler does with the item sees it.
      REMOVED.setRelease(this, next);
      if (item != null) {
        return item;
      }
    }
  }

  /** Takes what was added behind {@code last}, and returns the oldest of it. */
  private @Nullable Entry<T> take(@Nullable Entry<T> last) {
    Entry<T> oldest = null;
    Entry<T> entry = youngest;
    while (entry != null && entry != last) {
      Entry<T> older = entry.link;
      entry.link = oldest;
      oldest = entry;
      entry = older;
    }
    return oldest;
  }

  /** Returns whether something was added that is not removed. */
  protected final boolean hasMore() {
    return youngest != removed;
  }

  /** Closes, unless something was added. Returns whether the cell is closed. */
  protected boolean tryClose() {
    Entry<T> last = removed;
    return last != null && YOUNGEST.compareAndSet(this, last, CLOSED);
  }

  /** Closes, whatever was added. Only for a test that breaks {@link #tryClose}. */
  protected final void close() {
    YOUNGEST.setVolatile(this, CLOSED);
  }

  private static final VarHandle YOUNGEST = handle("youngest", Entry.class);
  private static final VarHandle REMOVED = handle("removed", Entry.class);
  private static final VarHandle LINE = handle("line", RoomLine.class);
  private static final VarHandle HOLDER = handle("holder", Object.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, KeyCell.class, type);
  }
}
