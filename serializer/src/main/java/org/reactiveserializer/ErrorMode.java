package org.reactiveserializer;

/** What an error does to the items that were accepted before it and still wait. */
public enum ErrorMode {
  /**
   * The error overtakes the items that wait: they are discarded. The error is signalled as soon as
   * an {@code onNext} that is running has returned; in a sink, not before there is a subscriber.
   */
  IMMEDIATE,

  /**
   * The error waits until these items are delivered, as a completion does. In a merge it also waits
   * for all sources; {@link Merge#errors} says what is signalled if several of them fail.
   */
  DELAYED
}
