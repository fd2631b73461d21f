package org.reactiveserializer.internal.events;

import org.jspecify.annotations.Nullable;

/**
 * Events for the flight recorder. Without a recording a call costs a test of a constant, and nothing
 * at all where the module {@code jdk.jfr} is missing. None is on the way of an item that its own thread
 * delivers at once.
 *
 * <p>Nothing escapes from here: whatever the recorder throws, also for lack of stack or heap, costs
 * the event and not the stream.
 */
public final class Events {
  private static final @Nullable Recorder RECORDER = recorder();

  private Events() {}

  private static @Nullable Recorder recorder() {
    try {
      return new Recorder();
    } catch (LinkageError missing) {
      return null; // there is no module jdk.jfr, or it was not resolved
    }
  }

  /** Begins to measure a session. Returns null if sessions are not recorded. */
  public static @Nullable Object beginSession() {
    try {
      return RECORDER == null ? null : RECORDER.beginSession();
    } catch (Throwable lost) {
      return null;
    }
  }

  /**
   * Ends a session.
   *
   * @param begun what {@link #beginSession} returned
   * @param items how many items it delivered in passes
   */
  public static void endSession(Object begun, Object stream, long items) {
    try {
      if (RECORDER != null && items > 0) {
        RECORDER.endSession(begun, stream, items);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** An item found no room. */
  public static void overflow(Object stream, int capacity, String policy) {
    try {
      if (RECORDER != null) {
        RECORDER.overflow(stream, capacity, policy);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** Accepted items, or an item that had no other place, were discarded. */
  public static void discarded(Object stream, long items) {
    try {
      if (RECORDER != null && items > 0) {
        RECORDER.discarded(stream, items);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A stream has ended because something was thrown to the thread that delivered. */
  public static void aborted(Object stream, Throwable cause) {
    try {
      if (RECORDER != null) {
        RECORDER.aborted(stream, cause);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** Begins to measure a revocation. Returns null if revocations are not recorded. */
  public static @Nullable Object beginRevocation() {
    try {
      return RECORDER == null ? null : RECORDER.beginRevocation();
    } catch (Throwable lost) {
      return null;
    }
  }

  /** Ends a revocation, if one was begun. */
  public static void endRevocation(@Nullable Object begun, boolean vacant) {
    try {
      if (RECORDER != null && begun != null) {
        RECORDER.endRevocation(begun, vacant);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A task that should have delivered does not. */
  public static void lostTask(Object stream, String reason) {
    try {
      if (RECORDER != null) {
        RECORDER.lostTask(stream, reason);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }
}
