package org.reactiveserializer;

/**
 * What happened to something that was emitted into a {@link SerializedSink}: to the item, or to the
 * terminal. No result asks the caller to try again because another thread is emitting.
 */
public enum EmitResult {
  /** Accepted: the subscriber got it during the call. */
  DELIVERED,

  /**
   * Accepted: it waits for the subscriber's demand, or for the thread that is delivering. It will
   * be delivered, or given to the {@linkplain Serializer#onDiscard discard hook}.
   */
  QUEUED,

  /**
   * Refused: the queue is full. The caller keeps the item; no hook is called. With
   * {@link Overflow#ERROR} the stream has ended as well.
   */
  OVERFLOW,

  /**
   * Refused: the thread was interrupted before or while it waited for room in
   * {@link SerializedSink#emit}, and there was none. The caller keeps the item; no hook is called.
   * The thread is still {@linkplain Thread#isInterrupted interrupted}, so another call would not
   * wait.
   */
  INTERRUPTED,

  /** Refused: the stream was completed or failed before. The caller keeps what it emitted. */
  TERMINATED,

  /** Refused: the subscriber has cancelled, or has thrown. The caller keeps what it emitted. */
  CANCELLED;

  /**
   * Returns whether the sink accepted what was emitted. If not, the caller keeps it.
   *
   * @return true for {@link #DELIVERED} and {@link #QUEUED}
   */
  public boolean isAccepted() {
    return this == DELIVERED || this == QUEUED;
  }
}
