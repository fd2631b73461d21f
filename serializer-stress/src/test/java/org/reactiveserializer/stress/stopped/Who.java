package org.reactiveserializer.stress.stopped;

/** A thread of the second JVM. */
enum Who {
  /** Is stopped in the middle of its call. */
  VICTIM,
  /** Is inside the downstream when the victim is stopped, if the situation wants that. */
  EMITTER,
  /** One of those that must get on. */
  ANN,
  /** Another one. */
  BOB
}
