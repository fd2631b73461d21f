package org.reactiveserializer.internal.ending;

/** Checks that there is stack space before a step that cannot be undone. */
public final class StackRoom {
  /**
   * So many nested calls of a method with a large frame use as much stack as a short hook may need.
   */
  private static final int ROOM_FOR_A_HOOK = 16;

  private StackRoom() {}

  /**
   * Throws a {@link StackOverflowError} now if there is little stack space, while no item is in
   * transit. An item is removed before the discard hook is called: if that call overflowed the
   * stack, it would be unknown whether the hook got the item. The same holds for a source that is
   * cancelled.
   */
  public static void probe() {
    descend(ROOM_FOR_A_HOOK, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  // All parameters are used after the call, so the frame must hold all of them.
  private static long descend(
      int calls, long a, long b, long c, long d, long e, long f, long g, long h) {
    return calls == 0
        ? a
        : descend(calls - 1, b, c, d, e, f, g, h, a) + (a ^ b ^ c ^ d ^ e ^ f ^ g ^ h);
  }
}
