package org.reactiveserializer;

/**
 * What happened to an item or a terminal that was emitted into a {@link SerialSink}. Each result is
 * final: that another thread is emitting at the same time is no reason to try again.
 */
public enum EmitOutcome {
  /**
   * Accepted: the subscriber of this stream got the item or the terminal during the call. It may be a
   * hub, such as a processor, which decides itself what its own subscribers get.
   */
  DELIVERED,

  /**
   * Accepted: the item or the terminal waits for a subscriber, for its demand, for the thread that
   * is delivering, or for a task of the {@linkplain Serializer#deliverOn executor}. An item will be delivered, or given to the {@linkplain Serializer#onDiscard discard
   * hook}. A terminal will be signalled, unless the stream is cancelled first; an error goes to the
   * {@linkplain Serializer#onErrorDropped dropped-error hook} then.
   */
  QUEUED,

  /**
   * Refused: the queue is full. The caller keeps the item; no hook is called. If {@code tryEmit}
   * returns it, the stream has also ended where {@link Overflow#ERROR} is set. If {@link
   * SerialSink#emit} returns it, this call has not ended the stream.
   */
  OVERFLOW,

  /**
   * Refused: the thread was interrupted before or while it waited for room in {@link
   * SerialSink#emit}, and there was none. The caller keeps the item; no hook is called. The
   * thread is still {@linkplain Thread#isInterrupted interrupted}, so another call would not wait.
   */
  INTERRUPTED,

  /**
   * Refused: the caller has completed or cancelled the stage of {@link SerialSink#emitAsync} before
   * there was room, as {@code orTimeout} does. Figures have it; no call returns it.
   */
  WITHDRAWN,

  /** Refused: the stream was completed or failed before. The caller keeps the item or the error. */
  TERMINATED,

  /**
   * Refused: the subscriber has cancelled, or has thrown. The caller keeps the item or the error.
   */
  CANCELLED;

  /** {@return whether the sink accepted the item or the terminal} If not, the caller keeps it. */
  public boolean isAccepted() {
    return this == DELIVERED || this == QUEUED;
  }
}
