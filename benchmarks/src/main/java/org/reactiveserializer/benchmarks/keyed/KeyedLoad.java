package org.reactiveserializer.benchmarks.keyed;

import java.util.Arrays;
import org.openjdk.jmh.infra.Blackhole;

/** Items of many keys: numbers, whose key is spread over all keys. Checks the order of each key. */
public final class KeyedLoad {
  private final int keys;
  private final long items;
  private final int tokens;

  // By key: how many items were handled. Plain: a key's handlers happen one before the other.
  private final long[] handled;

  KeyedLoad(int keys, long items, int tokens) {
    this.keys = keys;
    this.items = items;
    this.tokens = tokens;
    this.handled = new long[keys];
  }

  long items() {
    return items;
  }

  int key(long item) {
    return (int) (item % keys);
  }

  /** Handles an item, and takes as long as the load says. */
  long handle(int key, long item) {
    if (item / keys != handled[key]++) {
      throw new IllegalStateException("item " + item + " of the key " + key + " is out of order");
    }
    Blackhole.consumeCPU(tokens);
    return item;
  }

  /** Throws unless each item was handled. */
  void check() {
    long sum = Arrays.stream(handled).sum();
    if (sum != items) {
      throw new IllegalStateException(items + " items, of which " + sum + " were handled in order");
    }
  }
}
