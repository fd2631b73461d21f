package org.reactiveserializer.calls.internal;

/**
 * The one check for stack. A call that announces something makes it in its first line: it throws before anything has
 * happened, and what follows has enough.
 */
final class StackCheck {
  private static final int FRAMES = 24;

  private StackCheck() {}

  /**
   * Makes sure that there are some kilobytes.
   *
   * @throws StackOverflowError if not
   */
  static void ensure() {
    long unused = need(FRAMES, 1, 2, 3, 4, 5, 6);
  }

  /** Each frame keeps its arguments until the next one has returned. */
  private static long need(int frames, long a, long b, long c, long d, long e, long f) {
    return frames == 0 ? a : need(frames - 1, b, c, d, e, f, a) ^ a + b * c ^ d * e + f;
  }
}
