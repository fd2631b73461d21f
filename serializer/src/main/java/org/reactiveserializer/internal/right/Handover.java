package org.reactiveserializer.internal.right;

/** What became of an attempt to hand work to whoever emits. */
public enum Handover {
  /** Nobody was emitting: the right is now the caller's, and the work waits to be taken by it. */
  ENTERED,
  /** The emitter of this moment will take it; the caller has nothing more to do. */
  HANDED_OVER,
  /** The right is closed for ever: the work was not taken over and is still the caller's. */
  REFUSED
}
