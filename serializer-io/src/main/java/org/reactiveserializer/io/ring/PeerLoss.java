package org.reactiveserializer.io.ring;

/**
 * What a stream does when the other side is lost. In any case, a reader's stream delivers first
 * what was published before. And in any case a successor may attach to the ring, and continues
 * where the other one stopped.
 */
public enum PeerLoss {
  /** The stream waits for a successor, without a limit. */
  WAIT,

  /**
   * The stream ends with a {@link PeerLostException} if the other side {@linkplain Peer#DEAD died}.
   */
  FAIL_IF_DEAD,

  /**
   * The stream ends with a {@link PeerLostException} if the other side {@linkplain Peer#DEAD died}
   * or {@linkplain Peer#HUNG hangs}.
   */
  FAIL_IF_DEAD_OR_HUNG
}
