package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;

/** Asks the garbage collector. */
public final class Collected {
  private Collected() {}

  /** Asserts that nothing holds what {@code reference} refers to. */
  public static void assertCollected(WeakReference<?> reference) {
    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
    }
    assertNull(reference.get());
  }
}
