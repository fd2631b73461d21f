package org.reactiveserializer;

/**
 * What became of something that was emitted into a {@link SerializedSink}: the item, or the terminal.
 * There is no result that asks the caller to try again because somebody else is emitting.
 */
public enum EmitResult {
  /** The subscriber got it, in this call. */
  DELIVERED,

  /**
   * Accepted: the subscriber will get it, from some thread and when it has requested it, or else the
   * discard hook will.
   */
  QUEUED,

  /** As many items wait as may. Not accepted: the item is the caller's, and no hook gets it. */
  OVERFLOW,

  /** The sink was completed or failed before. Not accepted: what was emitted is the caller's. */
  TERMINATED,

  /** The subscriber cancelled before, or threw. Not accepted: what was emitted is the caller's. */
  CANCELLED;

  /**
   * Tells whether the sink has taken what was emitted.
   *
   * @return true for {@link #DELIVERED} and {@link #QUEUED}
   */
  public boolean isAccepted() {
    return this == DELIVERED || this == QUEUED;
  }
}
