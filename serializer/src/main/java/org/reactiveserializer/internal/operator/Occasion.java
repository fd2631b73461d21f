package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens once, and a callback for it, which runs even if it comes after that. By any thread.
 *
 * <p><b>Invariant.</b> Once it is past, or can never be, it stays so. The callback that was there then is run by who
 * made it past; or let go, since it will not run. No later one is kept.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class Occasion {
  @SuppressWarnings("UnnecessaryLambda") // it is compared
  private static final Runnable PAST = () -> {};

  @SuppressWarnings("UnnecessaryLambda") // it is compared
  private static final Runnable NEVER = () -> {};

  private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

  /** Creates one that has not happened. */
  public Occasion() {}

  /** Sets the callback in place of the one before; or runs it; or does nothing, if it will never be time. */
  public final void call(Runnable next) {
    Runnable last = callback.get();
    while (last != PAST && last != NEVER && !replace(callback, last, next)) {
      last = callback.get();
    }
    if (last == PAST) {
      next.run();
    }
  }

  /** It will not happen: lets the callback go. Nothing changes if it has happened. */
  public final void ruleOut() {
    Runnable last = callback.get();
    while (last != PAST && !callback.compareAndSet(last, NEVER)) {
      last = callback.get();
    }
  }

  /** It happens, perhaps again, which does nothing. */
  public final void happen() {
    Runnable last = take(callback, PAST);
    if (last != null) {
      last.run();
    }
  }

  /** Puts {@code next} in the place of {@code last}, if that is there. */
  protected boolean replace(
      AtomicReference<@Nullable Runnable> place, @Nullable Runnable last, Runnable next) {
    return place.compareAndSet(last, next);
  }

  /** Puts {@code past} there, and returns what was there. */
  protected @Nullable Runnable take(AtomicReference<@Nullable Runnable> place, Runnable past) {
    return place.getAndSet(past);
  }
}
