package org.reactiveserializer.internal.events;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.observed.Groups;
import org.reactiveserializer.internal.observed.Measured;
import org.reactiveserializer.internal.observed.Member;
import org.reactiveserializer.internal.observed.Session;

/**
 * Events for the flight recorder. Without a recording a call costs a read of a field, and nothing
 * at all where the module {@code jdk.jfr} is missing. None is on the way of an item that its own thread
 * delivers at once.
 *
 * <p>Nothing escapes from here: whatever the recorder throws, also for lack of stack or heap, costs
 * the event and not the stream.
 */
public final class Events {
  private static final boolean IS_PRESENT = isPresent();

  private Events() {}

  private static boolean isPresent() {
    try {
      FlightRecorder.isInitialized();
      return true;
    } catch (LinkageError missing) {
      return false; // there is no module jdk.jfr, or it was not resolved
    }
  }

  /** Returns null until a recorder has been used: to make the first event takes half a second. */
  private static @Nullable Recorder recorder() {
    return IS_PRESENT && FlightRecorder.isInitialized() ? Made.RECORDER : null;
  }

  private static final class Made {
    static final Recorder RECORDER = new Recorder();
  }

  /**
   * Begins to measure a session, for the recorder and for meters. Returns null if neither wants it; then no
   * clock was read.
   *
   * @param stream whose sessions have meters, if it has a name
   */
  public static @Nullable Object beginSession(Measured stream) {
    try {
      Recorder recorder = recorder();
      Object event = recorder == null ? null : recorder.beginSession();
      Member member = Groups.areObserved() ? stream.member() : null;
      return member == null ? event : member.beginSession(event);
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
      Object event = begun;
      if (begun instanceof Session metered) {
        metered.end(items); // first: it would seem to be under way for ever
        event = metered.event();
      }
      Recorder recorder = recorder();
      if (recorder != null && event != null && items > 0) {
        recorder.endSession(event, stream, items);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** An item found no room. */
  public static void overflow(Object stream, int capacity, String policy) {
    try {
      Recorder recorder = recorder();
      if (recorder != null) {
        recorder.overflow(stream, capacity, policy);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** Accepted items, or an item that had no other place, were discarded. */
  public static void discarded(Object stream, long items) {
    try {
      Recorder recorder = recorder();
      if (recorder != null && items > 0) {
        recorder.discarded(stream, items);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A stream has ended because something was thrown to the thread that delivered. */
  public static void aborted(Object stream, Throwable cause) {
    try {
      Recorder recorder = recorder();
      if (recorder != null) {
        recorder.aborted(stream, cause);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** Begins to measure a revocation. Returns null if revocations are not recorded. */
  public static @Nullable Object beginRevocation() {
    try {
      Recorder recorder = recorder();
      return recorder == null ? null : recorder.beginRevocation();
    } catch (Throwable lost) {
      return null;
    }
  }

  /** Ends a revocation, if one was begun. */
  public static void endRevocation(@Nullable Object begun, boolean vacant) {
    try {
      Recorder recorder = recorder();
      if (recorder != null && begun != null) {
        recorder.endRevocation(begun, vacant);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A task that should have delivered does not. */
  public static void lostTask(Object stream, String reason) {
    try {
      Recorder recorder = recorder();
      if (recorder != null) {
        recorder.lostTask(stream, reason);
      }
    } catch (Throwable lost) {
      // see the class
    }
  }
}
