package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one thread handed over: some items in a row, or an event of a source, which has no items. A
 * node of the list whose head is the word of a {@link DrainState}; or items that owners keep, in no list.
 *
 * <pre>
 *   count   1 ──► 2 ──► …      append, by the thread that handed it over, while it is the youngest
 *   count   n ──► ~n           seal, by the owner that took it: the size is final
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>As long as there is a free slot, an append and the seal are both a {@code compareAndSet} of {@code
 *       count}. So an append either precedes the seal, and the owner finds the item; or it fails, and
 *       nobody reads the slot.
 *   <li>A slot is written before the count that covers it, and read after the seal of that count.
 *       So plain accesses are enough, and a producer that stands still between the two writes holds up
 *       nobody.
 *   <li><b>Order.</b> A producer appends only to a node that it found as the youngest <em>within the
 *       same call</em>. What was handed over before that look lies in this node or below it. What is
 *       handed over after the call lies above it: the owner seals all nodes of a list before it
 *       delivers any item of them, and before it takes another list.
 * </ol>
 *
 * <p>Invariant 3 makes the serializer a linearizable queue. A producer that went on with its own
 * node, while younger ones lay above, would keep only the order of each thread, and shuffle a source
 * that changes threads.
 */
final class Node {
  /** One hand-over by the word for so many items costs each of them next to nothing. */
  private static final int SLOTS = 32;

  private static final Object[] NONE = {};

  /** The source of all its items. */
  final Source source;

  /** The next older node in the list; after the take, the next younger one. */
  @Nullable Node next;

  /** How many items lie below it in the list. Plain: written before the node is published. */
  private int below;

  // Plain: what another thread reads is stale at worst, and never that thread.
  private @Nullable Thread producer;

  private final @Nullable Object[] slots;

  /** Whether an owner made it. To a producer's node it adds nothing: that one may still write a slot. */
  private final boolean isKept;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int count;

  // By the owner: after the seal, or of items of its own.
  private int size;
  private int removed;

  private Node(Source source, int slots, @Nullable Thread producer, boolean isKept) {
    this.source = source;
    this.slots = slots == 0 ? NONE : new Object[slots];
    this.producer = producer;
    this.isKept = isKept;
  }

  /** Makes a node of one item, to be handed over when {@code waiting} items are in the list. */
  static Node of(Source source, Object item, int waiting) {
    Node node =
        waiting == 0
            ? new Node(source, 1, null, false) // perhaps no more follow
            : new Node(source, SLOTS, Thread.currentThread(), false);
    node.slots[0] = item;
    COUNT.set(node, 1); // the word publishes it
    return node;
  }

  /** Makes a node that says that something happened to a source, behind its items. */
  static Node event(Source source) {
    return new Node(source, 0, null, false);
  }

  /** Makes a node in which owners keep items: it is in no list, so nobody seals it. */
  static Node kept(Source source, Object item, boolean more) {
    Node node = new Node(source, more ? SLOTS : 1, null, true);
    node.slots[0] = item;
    node.size = 1;
    return node;
  }

  /** Adds an item, by the owner, to a node that one made. Returns false if it has no slot, or another source. */
  boolean keep(Source from, Object item) {
    int n = size;
    if (!isKept || n == slots.length || source != from) {
      return false;
    }
    slots[n] = item;
    size = n + 1;
    return true;
  }

  // What a producer does.

  /** Returns whether the current thread may append an item, if this is the youngest node. */
  boolean mayAppend(Source from) {
    int n = count;
    return n >= 0 && n < slots.length && producer == Thread.currentThread() && source == from;
  }

  /** Appends an item, by the thread that handed this over and has just found it as the youngest node. */
  boolean append(Source from, Object item) {
    int n = count;
    if (n < 0 || !mayAppend(from)) {
      return false;
    }
    slots[n] = item;
    if (COUNT.compareAndSet(this, n, n + 1)) {
      return true;
    }
    slots[n] = null; // sealed meanwhile: nobody reads the slot
    return false;
  }

  /** Prepares this node to become the head in place of {@code youngest}. */
  void linkTo(@Nullable Node youngest) {
    next = youngest;
    below = itemsIn(youngest);
  }

  /**
   * Returns how many items the list with this head has. By any thread; without those that were being
   * appended while another node was put above.
   */
  static int itemsIn(@Nullable Node youngest) {
    if (youngest == null) {
      return 0;
    }
    int n = youngest.count;
    return youngest.below + (n < 0 ? ~n : n);
  }

  // What the owner does.

  /** Refuses further items: from now on the size is final. */
  void seal() {
    int n = count;
    while (n >= 0 && n < slots.length && !COUNT.compareAndSet(this, n, ~n)) {
      n = count;
    }
    if (n < 0) {
      return;
    }
    if (n == slots.length) {
      COUNT.setOpaque(this, ~n); // full: nobody else writes it
    }
    producer = null; // items that wait must not keep a finished thread alive
    size = n;
  }

  int remaining() {
    return size - removed;
  }

  /** Removes the oldest item. There must be one. */
  Object remove() {
    int i = removed;
    Object item = slots[i];
    slots[i] = null;
    removed = i + 1;
    return Objects.requireNonNull(item);
  }

  private static final VarHandle COUNT = Fields.handle(MethodHandles.lookup(), "count", int.class);
}
