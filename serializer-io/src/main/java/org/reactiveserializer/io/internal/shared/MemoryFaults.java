package org.reactiveserializer.io.internal.shared;

/**
 * Faults of mapped memory. The virtual machine reports an access to a page that does not exist as an
 * {@link InternalError}, at the access or soon after it.
 */
public final class MemoryFaults {
  private MemoryFaults() {}

  /** Returns whether an error reports such a fault. */
  public static boolean isOne(Throwable error) {
    return error instanceof InternalError
        && error.getMessage() != null
        && error.getMessage().contains("unsafe memory access");
  }

  /**
   * Makes the virtual machine report a fault of this thread here, and not in the middle of the steps that
   * follow, which others depend on. HotSpot 17 notes a fault in compiled code, and reports it
   * when the thread returns from a call of the runtime. Not each call counts: a native method, for
   * example {@link Thread#yield}, does not. To make an array of arrays does, interpreted and compiled,
   * if it has too many parts for the compiler to make them itself.
   *
   * @throws InternalError if there was a fault
   */
  public static void report() {
    byte[][] arrays = new byte[8][1];
    if (arrays.length != 8) {
      throw new AssertionError(arrays.length); // never: it only uses the arrays
    }
  }

  /** As {@link #report}, when it does not matter any more whether there was a fault. */
  public static void forget() {
    try {
      report();
    } catch (InternalError reported) {
      // Now it cannot disturb what follows.
    }
  }
}
