package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * What an owner has taken and not delivered yet, in the order in which it was handed over. By the
 * owner, unless a method says otherwise.
 *
 * @param <T> the type of the items
 */
public class Backlog<T> {
  /** The room for what waits: here, and in the list from which the owner takes. */
  final Room<T> room;

  private @Nullable Node oldest;
  private @Nullable Node newest;

  // How many items wait here, and the most that did. Others read them opaquely, as a hint.
  private int taken;
  private int most;

  Backlog(Room<T> room) {
    this.room = room;
  }

  /** Returns an empty backlog without a bound. */
  public static <T> Backlog<T> unbounded() {
    return new Backlog<>(Room.unlimited());
  }

  /**
   * Returns an empty backlog of at most {@code capacity} items.
   *
   * @param answers completes the stages of those who wait for room
   */
  public static <T> Backlog<T> bounded(int capacity, Executor answers) {
    return new Backlog<>(new Room.Counted<>(capacity, new Line<>(answers)));
  }

  /** As the other, of items that weigh at most {@code maxWeight} together. */
  public static <T> Backlog<T> bounded(
      int capacity,
      long maxWeight,
      ToLongFunction<? super T> weigher,
      Consumer<? super Throwable> onFailure,
      Executor answers) {
    return new Backlog<>(
        new Room.Weighed<>(capacity, maxWeight, weigher, onFailure, new Line<>(answers)));
  }

  /** Returns an empty backlog in which the oldest items make way for new ones. */
  public static <T> Backlog<T> evicting(int capacity) {
    return new EvictingQueue<>(capacity, Long.MAX_VALUE, Room.unlimited());
  }

  /** As the other, of items that weigh at most {@code maxWeight} together. */
  public static <T> Backlog<T> evicting(
      int capacity,
      long maxWeight,
      ToLongFunction<? super T> weigher,
      Consumer<? super Throwable> onFailure) {
    return new EvictingQueue<>(
        capacity,
        maxWeight,
        new Room.Weighed<>(capacity, maxWeight, weigher, onFailure, Room.nobody()));
  }

  /** Returns whether nothing waits. */
  boolean isEmpty() {
    return oldest == null;
  }

  /** Returns the source of the oldest item. There must be one. */
  Source source() {
    return oldest == null ? Source.ONLY : oldest.source;
  }

  /**
   * Removes the oldest item, and releases its room. There must be one. Returns null if it has lost its place
   * meanwhile.
   */
  @Nullable T remove() {
    Node node = oldest;
    if (node == null) {
      return null;
    }
    Object form = node.remove();
    if (node.remaining() == 0) {
      oldest = node.next;
      node.next = null; // a node promoted to the old generation would keep younger ones alive
      if (oldest == null) {
        newest = null;
      }
    }
    TAKEN.setOpaque(this, taken - 1);
    return room.release(form);
  }

  /** Removes all items of {@code source}, and releases their room. */
  final void removeOf(Source source, Consumer<? super T> to) {
    Node before = null;
    for (Node node = oldest; node != null; ) {
      Node next = node.next;
      if (node.source != source) {
        before = node;
      } else {
        if (before == null) {
          oldest = next;
        } else {
          before.next = next;
        }
        if (next == null) {
          newest = before;
        }
        node.next = null;
        while (node.remaining() != 0) {
          TAKEN.setOpaque(this, taken - 1);
          to.accept(room.release(node.remove()));
        }
      }
      node = next;
    }
  }

  /** Adds a sealed node that has items. */
  final void add(Node node) {
    count(node.remaining());
    link(node);
  }

  private void count(int n) {
    int waiting = taken + n;
    TAKEN.setOpaque(this, waiting);
    if (waiting > most) {
      MOST.setOpaque(this, waiting);
    }
  }

  private void link(Node node) {
    if (newest == null) {
      oldest = node;
    } else {
      newest.next = node;
    }
    newest = node;
  }

  /** Keeps an item that the owner has emitted. Returns false if there is no room for it. */
  boolean keep(Source source, T item) {
    Object form = room.formOf(item);
    if (form == null || !room.tryTake(form)) {
      return false;
    }
    append(source, form);
    return true;
  }

  /** Discards the items that have lost their place. By a producer, when its own item has its place. */
  void evict(Emitter<T> emitter) {}

  /** Adds an item that has its room. */
  final void append(Source source, Object form) {
    count(1);
    Node last = newest;
    if (last == null || !last.keep(source, form)) {
      link(Node.kept(source, form, last != null));
    }
  }

  /** Refuses further items, if none waits. Returns false if one does. */
  boolean tryClose() {
    return oldest == null;
  }

  /** Refuses further items. */
  void close() {}

  // What a producer calls.

  /** Takes an item of a producer that has met an owner. */
  EmitOutcome offer(Emitter<T> emitter, Source source, T item) {
    Object form = room.formOf(item);
    if (form == null || !room.tryTake(form)) {
      return EmitOutcome.OVERFLOW;
    }
    EmitOutcome outcome;
    try {
      outcome = emitter.handOver(source, form);
    } catch (Throwable thrown) {
      if (room != Room.UNLIMITED && emitter.terminal == null) {
        try {
          emitter.tryRequestEnd(End.CANCELLED); // its room would be missing for ever
        } catch (StackOverflowError noStack) {
          emitter.terminal = End.CANCELLED; // a store needs none
        }
      }
      throw thrown;
    }
    if (!outcome.isAccepted()) {
      room.giveBack(form);
    }
    return outcome;
  }

  // Figures. By any thread.

  /** Returns how many items wait, in {@code list} and here; what is being taken may count twice. */
  int waiting(@Nullable Node list) {
    int held = room.used();
    return held >= 0 ? held : Math.max(0, Node.itemsIn(list) + (int) TAKEN.getOpaque(this));
  }

  /** Returns the largest number of items that waited, as far as an owner has seen. */
  int highWater() {
    return (int) MOST.getOpaque(this);
  }

  /** Returns how much the items that wait weigh; 0 if that does not matter. */
  public long weight() {
    return room.usedWeight();
  }

  /** Returns how many items may wait. */
  public int capacity() {
    return room.capacity();
  }

  /** Returns what a message says if an item found no room. */
  public String whyFull() {
    return room.whyFull();
  }

  private static final VarHandle TAKEN = Fields.handle(MethodHandles.lookup(), "taken", int.class);
  private static final VarHandle MOST = Fields.handle(MethodHandles.lookup(), "most", int.class);
}
