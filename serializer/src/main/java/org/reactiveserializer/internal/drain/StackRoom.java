package org.reactiveserializer.internal.drain;

/**
 * The door before a step that cannot be undone: asks for stack before anything is published.
 *
 * <p>A call that hands over, ends, requests, cancels, subscribes or discards takes a fact from this
 * thread and gives it to others. If the stack ended behind that step, the others would find the
 * fact, and nobody would act on it. So the call asks first, and throws while nothing has happened.
 *
 * <p>The room covers what this library itself calls then, compiled or interpreted, and a short hook.
 * Longer calls of the user's code (the downstream, a source, an executor) overflow the stack on
 * their own account, and find this much left in the library's frame that catches it.
 */
public final class StackRoom {
  /**
   * A compiled call passes all parameters but six on the stack, an interpreted one all of them: 32
   * calls are some 16 and 22 KB. A recursion with fewer parameters takes as long for a third of that.
   * With half of it, a pass that was interpreted overflowed behind a door that was compiled.
   */
  private static final int CALLS = 32;

  /** A door within a door asks for less, so that it is open if the outer one was: 8 and 11 KB. */
  private static final int CALLS_INSIDE = 16;

  /**
   * For a step that calls a few small methods, and may fail in what it calls last: 1.5 and 2.2 KB. Takes a
   * fifth of the time.
   */
  private static final int CALLS_OF_A_SMALL_STEP = 6;

  private StackRoom() {}

  /** Throws a {@link StackOverflowError} now, unless there is room. Takes some 120 ns. */
  public static void ensure() {
    descend(CALLS);
  }

  /** As {@link #ensure}, by a step of a call that has asked for room, or may not have. */
  public static void ensureInside() {
    descend(CALLS_INSIDE);
  }

  /** As {@link #ensure}, by a step that is taken so often that the time matters, and needs little. */
  public static void ensureForSmallStep() {
    descend(CALLS_OF_A_SMALL_STEP);
  }

  private static void descend(int calls) {
    descend(
        calls, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0);
  }

  // The parameters are passed on, so each frame holds all of them.
  private static int descend(
      int calls,
      long a0,
      long a1,
      long a2,
      long a3,
      long a4,
      long a5,
      long a6,
      long a7,
      long b0,
      long b1,
      long b2,
      long b3,
      long b4,
      long b5,
      long b6,
      long b7,
      long c0,
      long c1,
      long c2,
      long c3,
      long c4,
      long c5,
      long c6,
      long c7,
      long d0,
      long d1,
      long d2,
      long d3,
      long d4,
      long d5,
      long d6,
      long d7) {
    return calls == 0
        ? 0
        : 1
            + descend(
                calls - 1, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1,
                c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7);
  }
}
