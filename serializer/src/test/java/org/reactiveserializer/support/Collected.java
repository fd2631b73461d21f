package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;

/** Checks that objects are garbage collected. */
public final class Collected {
  private Collected() {}

  /** Asserts that the object that {@code reference} refers to is not reachable. */
  public static void assertCollected(WeakReference<?> reference) {
    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
    }
    assertNull(reference.get());
  }
}
