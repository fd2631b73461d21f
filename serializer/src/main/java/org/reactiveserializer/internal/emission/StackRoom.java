package org.reactiveserializer.internal.emission;

/** Whether the stack has room for what cannot be taken back. */
final class StackRoom {
  /** So many calls, one within the other, of a method with a large frame, take what a short hook may need. */
  private static final int ROOM_FOR_A_HOOK = 16;

  private StackRoom() {}

  /**
   * Fails for want of stack, if there is little, while nothing is on its way: an item is taken out before the hook
   * is called, and nobody can tell whether the hook got it if the call overflows. Likewise with what is cancelled.
   */
  static void probe() {
    descend(ROOM_FOR_A_HOOK, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  // All are needed behind the call, so all are in the frame.
  private static long descend(
      int calls, long a, long b, long c, long d, long e, long f, long g, long h) {
    return calls == 0 ? a : descend(calls - 1, b, c, d, e, f, g, h, a) + (a ^ b ^ c ^ d ^ e ^ f ^ g ^ h);
  }
}
