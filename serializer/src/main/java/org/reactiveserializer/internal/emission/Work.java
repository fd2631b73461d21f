package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;

/**
 * Something handed to whoever emits: a node of the list that {@link EmissionRight} is the head of.
 *
 * <p>Both fields are plain. The thread that hands over writes them before the {@code
 * compareAndSet} that publishes the node; after the {@link EmissionRight#take()} that removes it
 * they belong to the owner.
 */
public abstract class Work {
  /** The older neighbour while in the list, the younger one in a batch that was taken. */
  @Nullable Work next;

  /** How many nodes the list held with this one on top; so a list's length is known from its head. */
  int depth;

  /** Creates a node that is in no list. */
  protected Work() {}

  /** Returns the length of the list that {@code youngest} is the head of. */
  public static int count(@Nullable Work youngest) {
    return youngest == null ? 0 : youngest.depth;
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
}
