package org.reactiveserializer.io.ring;

/** How the process on the other side of a ring is. */
public enum Peer {
  /** No process has attached to that side so far, or one is just attaching. */
  ABSENT,

  /**
   * It is attached, and its process runs. The first look cannot tell whether it is {@link #HUNG},
   * and finds it alive. If it is in this process, it is never {@link #HUNG}. This says nothing
   * about the thread that uses the ring.
   */
  ALIVE,

  /**
   * It is attached, but its process has shown no heartbeat for the
   * {@linkplain IntRing#hangTimeout timeout}: it was stopped, its virtual machine pauses, or its
   * machine is overloaded. It may become alive again.
   */
  HUNG,

  /** Its process ended without closing the ring, or while it attached to it again. */
  DEAD,

  /** It closed the ring. */
  CLOSED,

  /** It closed the ring because of a failure. */
  FAILED
}
