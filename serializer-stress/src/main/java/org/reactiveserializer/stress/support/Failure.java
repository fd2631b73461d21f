package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;

/** An error that is pushed, or thrown by a downstream: cheap, and it knows if it was dropped. */
@SuppressWarnings("serial") // never serialized
public final class Failure extends RuntimeException {
  private final AtomicInteger drops = new AtomicInteger();

  /** Creates one without a stack trace. */
  public Failure(String message) {
    super(message, null, false, false);
  }

  void dropped() {
    drops.getAndIncrement();
  }

  /** Returns how often it was given to the dropped-error hook. */
  public int drops() {
    return drops.get();
  }
}
