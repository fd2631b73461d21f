package org.reactiveserializer.internal.drain;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Segment;

/**
 * Work that is handed over to the owner: a node of the list whose head is the word of an {@link
 * DrainState}.
 *
 * <p>The fields are plain. The thread that hands over writes them before the {@code compareAndSet}
 * that publishes the node; after the {@link DrainState#take()} that removes the node they belong
 * to the owner.
 *
 * <p>When it is handed over, a node carries one item or none. Its producer may append more items to
 * a {@link Segment} later; the owner counts these.
 */
public abstract class Work {
  /** The next older node while this is in the list; the next younger one in a taken batch. */
  public @Nullable Work next;

  /**
   * How many items the older nodes carried when this one was added: so the head knows the total.
   */
  private int itemsBelow;

  /** Creates a node that is in no list. */
  protected Work() {}

  /** Returns how many items this node carries: one, unless overridden. By any thread. */
  protected int size() {
    return 1;
  }

  /** Returns whether another thread may be adding items to this node at the moment. A hint. */
  protected boolean isGrowing() {
    return false;
  }

  /**
   * Returns how many items the list with the head {@code youngest} carries, except those that were
   * being appended to a segment while another node was put above it.
   */
  public static int count(@Nullable Work youngest) {
    return youngest == null ? 0 : youngest.itemsBelow + youngest.size();
  }

  /** Reverses a list, youngest first, to a batch, oldest first. By the owner that took it. */
  public static @Nullable Work oldestFirst(@Nullable Work youngest) {
    Work reversed = null;
    Work node = youngest;
    while (node != null && node != DrainState.MORE) { // MORE is the oldest, and shared
      Work older = node.next;
      node.next = reversed;
      reversed = node;
      node = older;
    }
    return reversed;
  }

  /**
   * Unlinks this node from the batch that it was taken with and returns its successor. A dead node
   * that was promoted to the old generation would otherwise keep its younger successors alive.
   */
  public final @Nullable Work unlink() {
    Work successor = next;
    next = null;
    return successor;
  }

  /**
   * Prepares this node, which is in no list yet, to become the head in place of {@code youngest}.
   */
  final void linkTo(@Nullable Work youngest) {
    next = youngest;
    itemsBelow = count(youngest);
  }
}
