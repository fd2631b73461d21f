package org.reactiveserializer.stress.stopped;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;

/** The subject that the threads call, in front of one {@link Recorder}. */
interface Subject {
  /** The properties that the account needs. */
  record Traits(int capacity, @Nullable Overflow overflow, boolean respectsDemand, boolean oneEnd) {
    /** Any number of items may wait. */
    static Traits unbounded(boolean respectsDemand, boolean oneEnd) {
      return new Traits(Integer.MAX_VALUE, null, respectsDemand, oneEnd);
    }
  }

  Traits traits();

  /** Returns the result, or null if there is none. */
  @Nullable EmitOutcome emit(Item item);

  /** Returns whether a thread may emit items: a source that has ended may not. */
  default boolean mayEmit(Who by) {
    return true;
  }

  /** Returns the result, or null if there is none. */
  @Nullable EmitOutcome complete(Who by);

  /** Returns the result, or null if there is none. */
  @Nullable EmitOutcome fail(Who by, Throwable error);

  void subscribe();

  /** Returns whether there was a subscription to request from. */
  boolean request(long n);

  void cancel();

  default void begin() {
    throw new UnsupportedOperationException();
  }

  default void endOuter() {
    throw new UnsupportedOperationException();
  }

  /** Completes everything that is not complete yet. */
  void finish();

  /** Returns the demand that the subject itself reports, or -1. */
  default long requested() {
    return -1;
  }

  /** Returns the demand passed on to the upstream, or -1 if demand is not passed on. */
  default long passedOn() {
    return -1;
  }

  /** Returns whether the upstream, if there is one, was cancelled. */
  default boolean isUpstreamCancelled() {
    return true;
  }
}
