package org.reactiveserializer.stress;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Tracks objects by weak references, to find out which of them are still reachable. */
final class Traces {
  private static final int COLLECTIONS = 10;

  private final Queue<WeakReference<Object>> traces = new ConcurrentLinkedQueue<>();

  /** Tracks an object. Can be called by any thread. */
  <T> T of(T object) {
    traces.add(new WeakReference<>(object));
    return object;
  }

  /**
   * Returns how many of the objects are still reachable, after garbage collections until none is.
   */
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
