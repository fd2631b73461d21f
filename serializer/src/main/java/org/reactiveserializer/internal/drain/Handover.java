package org.reactiveserializer.internal.drain;

/** The outcome of an attempt to hand work over. */
public enum Handover {
  /** There was no owner: the caller is the owner now, and must take the work itself. */
  ENTERED,
  /** The current owner will take the work; the caller has nothing more to do. */
  HANDED_OVER,
  /** The word is closed for ever: the work was not handed over, and the caller keeps it. */
  REFUSED
}
