package org.reactiveserializer.benchmarks;

import java.util.function.Consumer;
import org.openjdk.jmh.annotations.CompilerControl;

/** The items of one producer: each an {@link Integer} that tells whose it is and which in turn. */
final class Items {
  /** How many producers there can be. */
  static final int MAX_PRODUCERS = 16;

  /** How many items a producer can have. */
  static final int MAX_ITEMS = 1 << 27;

  private static final int SEQUENCE_BITS = 27;

  // Made before the clock starts: it is not boxing that is to be measured.
  private final Integer[] items;

  /** Makes {@code count} items of {@code producer}, numbered from zero. */
  Items(int producer, int count) {
    items = new Integer[count];
    for (int sequence = 0; sequence < count; sequence++) {
      items[sequence] = encode(producer, sequence);
    }
  }

  /** Pushes all items, one after the other. */
  void pushInto(Consumer<Integer> entry) {
    pushInto(entry, 0, items.length);
  }

  /** Pushes the items whose numbers are at least {@code from}, and less than {@code to}. */
  void pushInto(Consumer<Integer> entry, int from, int to) {
    for (int i = from; i < to; i++) {
      push(entry, items[i]);
    }
  }

  /** Returns the item whose turn it is in an endless round of all; they must be a power of two. */
  Integer get(long turn) {
    return items[(int) turn & (items.length - 1)];
  }

  /** Not inlined: see lock coarsening in the package documentation. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static void push(Consumer<Integer> entry, Integer item) {
    entry.accept(item);
  }

  static int encode(int producer, int sequence) {
    return producer << SEQUENCE_BITS | sequence;
  }

  static int producer(int item) {
    return item >>> SEQUENCE_BITS;
  }

  static int sequence(int item) {
    return item & (MAX_ITEMS - 1);
  }
}
