package org.reactiveserializer.internal.events;

import java.lang.System.Logger.Level;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * Events for the flight recorder: see docs/operations.md. Without a recording a call costs a read of a
 * field, and nothing at all where the module {@code jdk.jfr} is missing. None is on the way of an item that
 * its own thread delivers at once.
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

  /** Returns false until a recorder has been used: to make the first event takes half a second. */
  private static boolean mayRecord() {
    return IS_PRESENT && FlightRecorder.isInitialized();
  }

  /** Accepted items, or an item that had no other place, were discarded. */
  public static void discarded(Object stream, long items) {
    try {
      if (items > 0 && mayRecord() && Kinds.DISCARD.isEnabled()) {
        Discard event = new Discard();
        event.stream = stream.toString();
        event.items = items;
        event.commit();
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** An item found no room. */
  public static void overflow(Object stream, int capacity, String policy) {
    try {
      if (mayRecord() && Kinds.OVERFLOW.isEnabled()) {
        Overflow event = new Overflow();
        event.stream = stream.toString();
        event.capacity = capacity;
        event.policy = policy;
        event.commit();
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A stream has ended because something was thrown to the thread that delivered. */
  public static void aborted(Object stream, Throwable cause) {
    try {
      if (mayRecord() && Kinds.ABORT.isEnabled()) {
        Abort event = new Abort();
        event.stream = stream.toString();
        event.thrownClass = cause.getClass();
        event.message = cause.getMessage();
        event.commit();
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** A call delivers items of other threads for long, and has no limit. */
  public static void longCall(Object stream) {
    try {
      System.getLogger("org.reactiveserializer")
          .log(
              Level.WARNING,
              "A call has delivered items of other threads for a second, in "
                  + stream
                  + ", and goes on while more come. If its thread has other work, as that of an event loop"
                  + " has, set drainLimit or deliverOn, or put a merge in front of a sink that has it. This is"
                  + " reported once");
      if (mayRecord() && Kinds.LONG_CALL.isEnabled()) {
        LongCall event = new LongCall();
        event.stream = stream.toString();
        event.commit();
      }
    } catch (Throwable lost) {
      // see the class
    }
  }

  /** Are asked whether their kind is recorded: that takes no allocation. */
  private static final class Kinds {
    static final Discard DISCARD = new Discard();
    static final Overflow OVERFLOW = new Overflow();
    static final Abort ABORT = new Abort();
    static final LongCall LONG_CALL = new LongCall();
  }

  // Not private, since the recorder reads the fields.

  @Name("org.reactiveserializer.Discard")
  @Label("Items Discarded")
  static final class Discard extends StreamEvent {
    long items;
  }

  @Name("org.reactiveserializer.Overflow")
  @Label("No Room")
  static final class Overflow extends StreamEvent {
    int capacity;
    String policy = "";
  }

  @Name("org.reactiveserializer.Abort")
  @Label("Stream Aborted")
  static final class Abort extends StreamEvent {
    @Nullable Class<?> thrownClass;
    @Nullable String message;
  }

  @Name("org.reactiveserializer.LongCall")
  @Label("Call Delivers for Long")
  static final class LongCall extends StreamEvent {}

  @Category("Reactive Serializer")
  abstract static class StreamEvent extends Event {
    /** With its name, if it has one. */
    String stream = "";
  }
}
