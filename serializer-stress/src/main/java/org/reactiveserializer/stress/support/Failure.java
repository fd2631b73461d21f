package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;

/** An error that is pushed, or thrown by a downstream: cheap, and it knows if it was dropped. */
@SuppressWarnings("serial") // never serialized
public final class Failure extends RuntimeException {
  private final AtomicInteger drops = new AtomicInteger();

  /** Creates one without a stack trace. */
  public Failure(String message) {
    this(message, false);
  }

  private Failure(String message, boolean suppresses) {
    super(message, null, suppresses, false);
  }

  /** Creates one that keeps those that are suppressed in it. */
  public static Failure suppressing(String message) {
    return new Failure(message, true);
  }

  void dropped() {
    drops.getAndIncrement();
  }

  /** Returns how often it was given to the dropped-error hook. */
  public int drops() {
    return drops.get();
  }
}
