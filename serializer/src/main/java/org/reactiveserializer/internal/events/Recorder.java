package org.reactiveserializer.internal.events;

import org.jspecify.annotations.Nullable;

/**
 * Commits events, if they are recorded. Cannot be linked without the module {@code jdk.jfr}.
 *
 * <p>The objects in constants are asked whether their kind is recorded: that takes no allocation.
 * The recorder answers by a constant until the first recording of the process begins.
 */
final class Recorder {
  private static final SessionEvent SESSION = new SessionEvent();
  private static final OverflowEvent OVERFLOW = new OverflowEvent();
  private static final DiscardEvent DISCARD = new DiscardEvent();
  private static final AbortEvent ABORT = new AbortEvent();
  private static final RevocationEvent REVOCATION = new RevocationEvent();
  private static final LostTaskEvent LOST_TASK = new LostTaskEvent();

  @Nullable Object beginSession() {
    if (!SESSION.isEnabled()) {
      return null;
    }
    SessionEvent event = new SessionEvent();
    event.begin();
    return event;
  }

  void endSession(Object begun, Object stream, long items) {
    SessionEvent event = (SessionEvent) begun;
    event.end();
    if (event.shouldCommit()) {
      event.stream = stream.toString();
      event.items = items;
      event.commit();
    }
  }

  void overflow(Object stream, int capacity, String policy) {
    if (OVERFLOW.isEnabled()) {
      OverflowEvent event = new OverflowEvent();
      event.stream = stream.toString();
      event.capacity = capacity;
      event.policy = policy;
      event.commit();
    }
  }

  void discarded(Object stream, long items) {
    if (DISCARD.isEnabled()) {
      DiscardEvent event = new DiscardEvent();
      event.stream = stream.toString();
      event.items = items;
      event.commit();
    }
  }

  void aborted(Object stream, Throwable cause) {
    if (ABORT.isEnabled()) {
      AbortEvent event = new AbortEvent();
      event.stream = stream.toString();
      event.thrownClass = cause.getClass();
      event.message = cause.getMessage();
      event.commit();
    }
  }

  @Nullable Object beginRevocation() {
    if (!REVOCATION.isEnabled()) {
      return null;
    }
    RevocationEvent event = new RevocationEvent();
    event.begin();
    return event;
  }

  void endRevocation(Object begun, boolean vacant) {
    RevocationEvent event = (RevocationEvent) begun;
    event.vacant = vacant;
    event.commit();
  }

  void lostTask(Object stream, String reason) {
    if (LOST_TASK.isEnabled()) {
      LostTaskEvent event = new LostTaskEvent();
      event.stream = stream.toString();
      event.reason = reason;
      event.commit();
    }
  }
}
