package org.reactiveserializer;

/** What an error does to the items that were accepted before it and still wait. */
public enum ErrorMode {
  /**
   * The error overtakes them. It is signalled as soon as the {@code onNext} that is running
   * returns, and the items that wait are discarded.
   */
  IMMEDIATE,

  /**
   * The error waits until they are delivered, as a completion does. In a merge it also waits for
   * all sources; {@link Merge#errors} says what is signalled if several of them fail.
   */
  DELAYED
}
