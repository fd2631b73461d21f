package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.OnceCallback;
import org.reactiveserializer.stress.support.Reactions;

/** Occasions with a step that is split in two. */
public final class LooseCallback {
  private LooseCallback() {}

  /**
   * Checks for the event, and only then sets the callback: it may be set after the event, when no
   * thread looks for it any more.
   */
  public static final class LookThenSet extends OnceCallback {
    /** Creates one that has not happened. */
    public LookThenSet() {}

    @Override
    protected boolean replace(
        AtomicReference<@Nullable Runnable> place, @Nullable Runnable last, Runnable next) {
      if (place.get() != last) {
        return false;
      }
      Reactions.spin();
      place.set(next);
      return true;
    }
  }

  /**
   * Looks for the callback, and only then marks the event as past: two threads can both find the
   * callback.
   */
  public static final class LookThenTake extends OnceCallback {
    /** Creates one that has not happened. */
    public LookThenTake() {}

    @Override
    protected @Nullable Runnable take(AtomicReference<@Nullable Runnable> place, Runnable past) {
      Runnable last = place.get();
      Reactions.spin();
      place.set(past);
      return last;
    }
  }
}
