package org.reactiveserializer.internal.observed;

import org.jspecify.annotations.Nullable;

/**
 * The time in which one thread delivers what others have emitted, from its begin on. It is that of a stream
 * that somebody observes.
 */
public final class Session {
  private final Group group;
  private final @Nullable Object event;
  private final long deliveredBefore;
  private final long begun = System.nanoTime();

  private volatile boolean isOver;

  Session(Group group, @Nullable Object event, long deliveredBefore) {
    this.group = group;
    this.event = event;
    this.deliveredBefore = deliveredBefore;
  }

  /** Returns what was given to {@link Member#beginSession}. */
  public @Nullable Object event() {
    return event;
  }

  /**
   * Ends it. By the thread that has begun it.
   *
   * @param items how many it has delivered: without any it was no session
   */
  public void end(long items) {
    try {
      if (items > 0) {
        long now = System.nanoTime();
        group.sessionTook(now - begun, now);
      }
    } finally {
      isOver = true; // last: whoever finds it so finds in the group how long it took
    }
  }

  /** Returns for how long it has been under way; 0 if it is over, or has delivered nothing yet. */
  long underWay(long delivered, long now) {
    return isOver || delivered == deliveredBefore ? 0 : Math.max(0, now - begun);
  }
}
