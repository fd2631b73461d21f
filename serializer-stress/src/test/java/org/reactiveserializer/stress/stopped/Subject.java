package org.reactiveserializer.stress.stopped;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.Overflow;

/** What the threads call: something that is pushed into, in front of one {@link Recorder}. */
interface Subject {
  /** What the account has to know. */
  record Traits(int capacity, @Nullable Overflow overflow, boolean heedsDemand, boolean oneEnd) {
    /** Any number of items may wait. */
    static Traits unbounded(boolean heedsDemand, boolean oneEnd) {
      return new Traits(Integer.MAX_VALUE, null, heedsDemand, oneEnd);
    }
  }

  Traits traits();

  /** Returns the answer, or null if there is none. */
  @Nullable EmitResult bring(Item item);

  /** Tells whether a thread may bring items: a source that has ended may not. */
  default boolean mayBring(Who by) {
    return true;
  }

  /** As {@link #bring}. */
  @Nullable EmitResult complete(Who by);

  /** As {@link #bring}. */
  @Nullable EmitResult fail(Who by, Throwable error);

  void subscribe();

  /** Returns whether there was somebody to be asked. */
  boolean request(long n);

  void cancel();

  default void begin() {
    throw new UnsupportedOperationException();
  }

  default void endOuter() {
    throw new UnsupportedOperationException();
  }

  /** Completes what is not complete yet. */
  void finish();

  /** Returns what the subject itself says of the demand, or -1. */
  default long requested() {
    return -1;
  }

  /** Returns how much was requested of the upstream, or -1 if the demand is not passed on. */
  default long passedOn() {
    return -1;
  }

  /** Tells whether the upstream, if there is one, was cancelled. */
  default boolean isUpstreamCancelled() {
    return true;
  }
}
