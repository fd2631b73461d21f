package org.reactiveserializer.internal.waiting;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;

/**
 * Nodes that the owner has taken, in the order in which they were added. Only the owner accesses
 * it.
 *
 * @param <T> the type of the items
 */
public final class Chain<T> {
  private @Nullable Items<T> oldest;
  private @Nullable Items<T> youngest;

  /** Creates an empty chain. */
  public Chain() {}

  /** Adds a sealed node that is in no other list. */
  public void add(Items<T> items) {
    if (youngest == null) {
      oldest = items;
    } else {
      youngest.next = items;
    }
    youngest = items;
  }

  /** Adds an item, to the youngest node if that is one for the owner's own items of that source. */
  public void keep(Object source, T item) {
    if (!(youngest instanceof Segment<T> segment
        && segment.source() == source
        && segment.keep(item))) {
      add(Segment.kept(item, source));
    }
  }

  /** Returns the oldest node that has an item; null if none has. Unlinks those before it. */
  public @Nullable Items<T> first() {
    Items<T> first = oldest;
    while (first != null && first.isSpent()) {
      first = after(null, first);
    }
    return first;
  }

  /** Calls {@code discard}, which removes all items of a node, for each node of {@code source}. */
  public int takeOut(Object source, Consumer<? super Items<T>> discard) {
    int n = 0;
    Items<T> previous = null;
    for (Items<T> items = oldest; items != null; ) {
      if (items.source() == source) {
        n += items.remaining();
        discard.accept(items); // first: if the stack ends here, the rest is still in the chain
        items = after(previous, items);
      } else {
        previous = items;
        items = next(items);
      }
    }
    return n;
  }

  /** Unlinks {@code items}, which follows {@code previous}, and returns its successor. */
  private @Nullable Items<T> after(@Nullable Items<T> previous, Items<T> items) {
    Items<T> successor = next(items);
    items.unlink();
    if (previous == null) {
      oldest = successor;
    } else {
      previous.next = successor;
    }
    if (successor == null) {
      youngest = previous;
    }
    return successor;
  }

  @SuppressWarnings("unchecked") // add links only items of T
  private @Nullable Items<T> next(Items<T> items) {
    Work successor = Objects.requireNonNull(items).next;
    return (Items<T>) successor;
  }
}
