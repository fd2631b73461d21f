package org.reactiveserializer.internal.waiting;

/**
 * What happened to an item that was emitted. A number and not an enum, because for a delivered item
 * it is how many items to request from the source: zero or more. The other values are below.
 */
public final class Outcome {
  /** Accepted: the item waits for the owner, or for demand. */
  public static final int WAITS = -1;

  /** Refused because the queue is full: the caller keeps the item. */
  public static final int FULL = -2;

  /** Refused because the stream has ended, or its end was requested: the caller keeps the item. */
  public static final int LATE = -3;

  /** Not decided yet: there is another owner. */
  public static final int OPEN = -4;

  /**
   * The queue is full and the thread was interrupted while it waited for room: the caller keeps the
   * item.
   */
  public static final int INTERRUPTED = -5;

  /**
   * As {@link #LATE}, for the producer of a sink, who learns the cause: the downstream cancelled or
   * threw.
   */
  public static final int CANCELLED = -6;

  private Outcome() {}

  /** Returns whether the item was delivered by the call that emitted it. */
  public static boolean isDelivered(int outcome) {
    return outcome >= 0;
  }
}
