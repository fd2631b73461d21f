package org.reactiveserializer.internal.waiting;

/**
 * What became of an item that was brought. A number, since an item that was delivered is answered with how
 * many to request of its source: zero or more. The others are below.
 */
public final class Fate {
  /** It waits for the owner, or for demand. */
  public static final int WAITS = -1;

  /** As many wait as may: it is still the caller's. */
  public static final int FULL = -2;

  /** The stream has ended, or is to end: it is still the caller's. */
  public static final int LATE = -3;

  /** Not yet decided: somebody else emits. */
  public static final int OPEN = -4;

  /** The queue is full and the thread was interrupted while it waited for room: the caller keeps the item. */
  public static final int INTERRUPTED = -5;

  private Fate() {}

  /** Tells whether an item of that fate was delivered, in the call that brought it. */
  public static boolean isDelivered(int fate) {
    return fate >= 0;
  }
}
