package org.reactiveserializer.benchmarks;

import java.util.function.Consumer;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * The items of one producer. Each is an {@link Integer} that encodes its producer and its number.
 */
final class Items {
  /** The maximum number of producers. */
  static final int MAX_PRODUCERS = 16;

  /** The maximum number of items of a producer. */
  static final int MAX_ITEMS = 1 << 27;

  private static final int SEQUENCE_BITS = 27;

  // Created in advance: boxing must not be part of the measurement.
  private final Integer[] items;

  /** Creates {@code count} items of {@code producer}, numbered from zero. */
  Items(int producer, int count) {
    items = new Integer[count];
    for (int sequence = 0; sequence < count; sequence++) {
      items[sequence] = encode(producer, sequence);
    }
  }

  /** Emits all items in order. */
  void emitInto(Consumer<Integer> entry) {
    for (Integer item : items) {
      emit(entry, item);
    }
  }

  /** Returns an item of an endless repetition of all items. Their count must be a power of two. */
  Integer get(long turn) {
    return items[(int) turn & (items.length - 1)];
  }

  /** Not inlined: see lock coarsening in the package documentation. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static void emit(Consumer<Integer> entry, Integer item) {
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
