package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens once, and a callback for it, which runs even if it comes after that. By any thread.
 *
 * <p><b>Invariant.</b> Once it is past it stays so, and the callback that was there then is run by who made it so.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class Occasion {
  @SuppressWarnings("UnnecessaryLambda") // it is compared
  private static final Runnable PAST = () -> {};

  private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

  /** Creates one that has not happened. */
  public Occasion() {}

  /** Sets the callback in place of the one before; or runs it. */
  public final void call(Runnable next) {
    Runnable last = callback.get();
    while (last != PAST && !replace(callback, last, next)) {
      last = callback.get();
    }
    if (last == PAST) {
      next.run();
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
