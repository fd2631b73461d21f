package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An error that is pushed, or thrown by a downstream: cheap, and it knows if it was dropped. */
@SuppressWarnings("serial") // never serialized
public final class Failure extends RuntimeException {
  private final AtomicInteger drops = new AtomicInteger();

  /** Creates one without a stack trace. */
  public Failure(String message) {
    this(message, false);
  }

  private Failure(String message, boolean suppressing) {
    super(message, null, suppressing, false);
  }

  /** Creates one that, unlike others, could hold {@linkplain #getSuppressed suppressed} ones: nobody may write to it. */
  public static Failure suppressing(String message) {
    return new Failure(message, true);
  }

  /** Returns what a fresh error was made of, if it is one, and otherwise the error itself. */
  public static List<Throwable> partsOf(Throwable error) {
    List<Throwable> parts = new ArrayList<>();
    collect(error, parts);
    return parts;
  }

  private static void collect(Throwable error, List<Throwable> parts) {
    Throwable first = error.getCause();
    if (error.getClass() != RuntimeException.class || first == null) {
      parts.add(error);
      return;
    }
    collect(first, parts);
    for (Throwable other : error.getSuppressed()) {
      collect(other, parts);
    }
  }

  void dropped() {
    drops.getAndIncrement();
  }

  /** Returns how often it was given to the dropped-error hook. */
  public int drops() {
    return drops.get();
  }
}
