package org.reactiveserializer;

/** What an error does to the items that were accepted before it and are not delivered yet. */
public enum ErrorMode {
  /**
   * The error overtakes them: it is signalled as soon as the {@code onNext} that is running
   * returns, and they are discarded.
   */
  IMMEDIATE,

  /**
   * The error waits for them, as a completion does. Of a merge it waits for all sources, too; {@link
   * Merge#errors} says what is signalled if several of them fail.
   */
  DELAYED
}
