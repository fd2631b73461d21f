package org.reactiveserializer.internal.right;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Run;

/**
 * Something handed to whoever emits: a node of the list that {@link EmissionRight} is the head of.
 *
 * <p>The fields are plain. The thread that hands over writes them before the {@code compareAndSet}
 * that publishes the node; after the {@link EmissionRight#take()} that removes it they belong to
 * the owner.
 *
 * <p>A node that is handed over carries one item, or none. A {@link Run} may get more from then on, which
 * its owner counts.
 */
public abstract class Work {
  /** The older neighbour while in the list, the younger one in a batch that was taken. */
  public @Nullable Work next;

  /** How many items the nodes below carried when this one was put on top; so a head knows all. */
  private int below;

  /** Creates a node that is in no list. */
  protected Work() {}

  /** Returns how many items this node carries when it is handed over: one, unless overridden. */
  protected int size() {
    return 1;
  }

  /** Returns how many items the list carries that {@code youngest} is the head of, but for what came to runs since. */
  public static int count(@Nullable Work youngest) {
    return youngest == null ? 0 : youngest.below + youngest.size();
  }

  /** Turns a list, youngest first, into a batch, oldest first. By the owner that took it. */
  public static @Nullable Work oldestFirst(@Nullable Work youngest) {
    Work done = null;
    Work node = youngest;
    while (node != null && node != EmissionRight.MORE) {
      Work older = node.next;
      node.next = done;
      done = node;
      node = older;
    }
    return done;
  }

  /**
   * Unlinks this node from the batch it was taken with and returns its successor. Unlinking keeps
   * a dead node that was promoted to the old generation from keeping its younger successors alive.
   */
  public final @Nullable Work unlink() {
    Work successor = next;
    next = null;
    return successor;
  }

  /** Makes this node, which is in no list yet, fit to be put on top of {@code youngest}. */
  final void putOn(@Nullable Work youngest) {
    next = youngest;
    below = count(youngest);
  }
}
