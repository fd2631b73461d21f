package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An event that happens at most once, and a callback for it, which also runs if it is set after the
 * event. By any thread.
 *
 * <p><b>Invariant.</b> PAST (it has happened) is final. NEVER (it cannot happen) can only be
 * followed by PAST, and no callback is stored after either. The thread that replaces a callback by
 * PAST runs it; the thread that replaces it by NEVER releases it. A callback that is set later runs
 * at once, or is released.
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class OnceCallback {
  private static final Runnable PAST = new Mark();
  private static final Runnable NEVER = new Mark();

  private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

  /** Creates a callback that was not called. */
  public OnceCallback() {}

  /**
   * Sets the callback, in place of an earlier one. If the event has happened, runs it at once; if
   * it was ruled out, does nothing.
   */
  public final void call(Runnable next) {
    Runnable last = callback.get();
    while (last != PAST && last != NEVER && !replace(callback, last, next)) {
      last = callback.get();
    }
    if (last == PAST) {
      next.run();
    }
  }

  /** Rules the event out, and releases the callback. Does nothing if the event has happened. */
  public final void ruleOut() {
    Runnable last = callback.get();
    while (last != PAST && !callback.compareAndSet(last, NEVER)) {
      last = callback.get();
    }
  }

  /** Makes the event happen, and runs the callback. Further calls do nothing. */
  public final void happen() {
    Runnable last = take(callback, PAST);
    if (last != null) {
      last.run();
    }
  }

  /**
   * Replaces {@code last} by {@code next}. Returns false if {@code place} does not hold
   * {@code last}.
   */
  protected boolean replace(
      AtomicReference<@Nullable Runnable> place, @Nullable Runnable last, Runnable next) {
    return place.compareAndSet(last, next);
  }

  /** Replaces what {@code place} holds by {@code past}, and returns it. */
  protected @Nullable Runnable take(AtomicReference<@Nullable Runnable> place, Runnable past) {
    return place.getAndSet(past);
  }

  /** Stands for a state, and is compared by identity. */
  private static final class Mark implements Runnable {
    @Override
    public void run() {}
  }
}
