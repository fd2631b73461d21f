package org.reactiveserializer.internal.observed;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The largest of the values that came in the last minute, or up to one minute before. Any thread adds and
 * reads; reading changes nothing, so each of several readers finds a value that it looks for each minute. Time is
 * that of {@link System#nanoTime}.
 */
final class RecentMax {
  /** How long each value is seen, at least. */
  static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final AtomicReference<Span> last;

  RecentMax(long now) {
    last = new AtomicReference<>(new Span(now, newMax(), newMax()));
  }

  void add(long value, long now) {
    Span span = last();
    while (now - span.begun() >= MINUTE) {
      LongAccumulator before = now - span.begun() < 2 * MINUTE ? span.most() : newMax();
      Span next = new Span(now, newMax(), before);
      span = last.compareAndSet(span, next) ? next : last();
    }
    span.most().accumulate(value); // it may have become the one before: that is read as well
  }

  long get(long now) {
    Span span = last();
    long age = now - span.begun();
    long most = age < 2 * MINUTE ? span.most().get() : 0;
    return age < MINUTE ? Math.max(most, span.before().get()) : most;
  }

  private Span last() {
    return Objects.requireNonNull(last.get()); // never null
  }

  private static LongAccumulator newMax() {
    return new LongAccumulator(Math::max, 0);
  }

  /** From its begin on for a minute, or longer if nothing comes; and the largest value of the one before. */
  private record Span(long begun, LongAccumulator most, LongAccumulator before) {}
}
