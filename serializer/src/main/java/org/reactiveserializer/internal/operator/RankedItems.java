package org.reactiveserializer.internal.operator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;
import org.reactiveserializer.internal.waiting.Items;

/**
 * What waits, the smallest item by a comparator first; of equal ones the one that arrived first: a
 * binary heap.
 *
 * <p><b>If the comparator throws,</b> the merge fails, and what waits is discarded. A step of the
 * heap only exchanges two entries, so each entry is in the heap whenever the comparator throws.
 *
 * @param <T> the type of the items
 */
final class RankedItems<T> extends Arranged<Inner<T>, T> {
  private static final int MIN_CAPACITY = 16;

  private final OrderedInners<T> inners;
  private final Comparator<? super T> comparator;

  private Entry<T>[] heap = array(MIN_CAPACITY);
  private int size;
  private long arrivals;
  private boolean failed;

  // The source of the smallest item when the owner asked for it.
  private @Nullable Inner<T> current;

  /** Creates an order in which nothing waits. */
  RankedItems(OrderedInners<T> inners, Comparator<? super T> comparator) {
    this.inners = inners;
    this.comparator = comparator;
  }

  @Override
  public int waiting() {
    return size;
  }

  @Override
  public boolean mustWait(Inner<T> source) {
    return size != 0;
  }

  @Override
  public boolean yieldsToArrivals() {
    return true;
  }

  @Override
  public void add(Inner<T> source, Items<T> items) {
    while (items.remaining() != 0) {
      // All that needs memory comes before the item is removed.
      Entry<T> entry = entry(source);
      entry.item = items.remove();
      insert(entry);
    }
  }

  @Override
  public void keep(Inner<T> source, T item) {
    Entry<T> entry = entry(source);
    entry.item = item;
    insert(entry);
  }

  private Entry<T> entry(Inner<T> source) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    return new Entry<>(source, arrivals++);
  }

  private void insert(Entry<T> entry) {
    heap[size++] = entry;
    try {
      rise(size - 1);
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private void rise(int from) {
    for (int at = from; at > 0 && precedes(at, (at - 1) / 2); at = (at - 1) / 2) {
      exchange(at, (at - 1) / 2);
    }
  }

  private void sink() {
    for (int at = 0, least = least(0); least != at; least = least(at)) {
      exchange(at, least);
      at = least;
    }
  }

  /** Returns which of an entry and its two successors precedes the others. */
  private int least(int at) {
    int least = at;
    for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
      if (precedes(child, least)) {
        least = child;
      }
    }
    return least;
  }

  private boolean precedes(int one, int other) {
    Entry<T> first = heap[one];
    Entry<T> second = heap[other];
    int order = failed ? 0 : comparator.compare(first.item(), second.item());
    return order < 0 || (order == 0 && first.number < second.number);
  }

  private void exchange(int one, int other) {
    Entry<T> entry = heap[one];
    heap[one] = heap[other];
    heap[other] = entry;
  }

  private void fail(Throwable thrown) {
    failed = true; // the comparator is not called any more
    inners.merge().fail(thrown);
  }

  /** Returns one at most: the next item may be of another source. */
  @Override
  public int remaining() {
    if (size == 0) {
      return 0;
    }
    current = heap[0].source;
    return 1;
  }

  @Override
  public Object source() {
    return Objects.requireNonNull(current);
  }

  @Override
  @SuppressWarnings("NullAway") // a slot above the size is not read
  public T remove() {
    Entry<T> first = heap[0];
    heap[0] = heap[--size];
    heap[size] = null;
    try {
      sink();
    } catch (Throwable thrown) {
      fail(thrown); // the item was the smallest, so it is delivered
    }
    return first.item();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // it has entries of T only
  private static <T> Entry<T>[] array(int capacity) {
    return new Entry[capacity];
  }

  private static final class Entry<T> {
    final Inner<T> source;
    final long number;
    @Nullable T item;

    Entry(Inner<T> source, long number) {
      this.source = source;
      this.number = number;
    }

    T item() {
      return Objects.requireNonNull(item);
    }
  }
}
