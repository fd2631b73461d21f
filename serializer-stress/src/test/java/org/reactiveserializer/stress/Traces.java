package org.reactiveserializer.stress;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers objects without holding them, to see which of them somebody else holds. */
final class Traces {
  private static final int COLLECTIONS = 10;

  private final Queue<WeakReference<Object>> traces = new ConcurrentLinkedQueue<>();

  /** Remembers an object; by any thread. */
  <T> T of(T object) {
    traces.add(new WeakReference<>(object));
    return object;
  }

  /** Returns how many of the objects are still held, after collections until none is. */
  int held() {
    long held = count();
    for (int i = 0; i < COLLECTIONS && held > 0; i++) {
      System.gc();
      held = count();
    }
    return (int) held;
  }

  private long count() {
    return traces.stream().filter(trace -> trace.get() != null).count();
  }
}
