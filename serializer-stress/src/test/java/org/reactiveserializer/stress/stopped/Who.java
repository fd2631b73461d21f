package org.reactiveserializer.stress.stopped;

/** A thread of the second JVM. */
enum Who {
  /** The thread that is stopped in the middle of its call. */
  VICTIM,
  /**
   * The thread that is inside the downstream when the victim is stopped, if the situation needs
   * that.
   */
  EMITTER,
  /** One of the threads that must make progress. */
  ANN,
  /** Another one of them. */
  BOB
}
