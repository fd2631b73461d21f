package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An error that is emitted, or thrown by a downstream: cheap to create, and counts how often it was
 * dropped.
 */
@SuppressWarnings("serial") // never serialized
public final class Failure extends RuntimeException {
  private final AtomicInteger drops = new AtomicInteger();

  /** Creates an error without a stack trace. */
  public Failure(String message) {
    this(message, false);
  }

  private Failure(String message, boolean suppressing) {
    super(message, null, suppressing, false);
  }

  /**
   * Creates an error that, unlike others, can hold {@linkplain #getSuppressed suppressed} ones, to
   * check that none is added.
   */
  public static Failure suppressing(String message) {
    return new Failure(message, true);
  }

  /** Returns the parts of an error that the library composed, or otherwise the error itself. */
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

  /** Returns how often it was passed to the dropped-error hook. */
  public int drops() {
    return drops.get();
  }
}
