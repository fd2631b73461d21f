package org.reactiveserializer.internal.guard;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.BreachException;

/**
 * The settings of a guard.
 *
 * @param onBreach gets each breach; null: it is thrown to who made it
 * @param limitNanos how long a signal may take; {@link #NO_LIMIT}: any time
 * @param stream which stream, for messages; perhaps empty
 * @param clock the time in nanoseconds
 */
public record GuardSettings(
    @Nullable Consumer<? super BreachException> onBreach,
    long limitNanos,
    String stream,
    LongSupplier clock) {
  /** The limit that stands for none. */
  public static final long NO_LIMIT = 0;

  /** Settings of a guard that throws, has no limit and no name. */
  public static final GuardSettings DEFAULTS =
      new GuardSettings(null, NO_LIMIT, "", System::nanoTime);

  /** Returns these settings, with a hook. */
  public GuardSettings with(Consumer<? super BreachException> hook) {
    return new GuardSettings(hook, limitNanos, stream, clock);
  }

  /** Returns these settings, with a limit. */
  public GuardSettings limited(long nanos) {
    return new GuardSettings(onBreach, nanos, stream, clock);
  }

  /** Returns these settings, for a stream with this name. */
  public GuardSettings named(String name) {
    return new GuardSettings(onBreach, limitNanos, " in " + name, clock);
  }

  /** Returns these settings, with a clock. */
  public GuardSettings at(LongSupplier time) {
    return new GuardSettings(onBreach, limitNanos, stream, time);
  }
}
