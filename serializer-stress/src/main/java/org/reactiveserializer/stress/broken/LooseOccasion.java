package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.Occasion;
import org.reactiveserializer.stress.support.Reactions;

/** Occasions with a step in two. */
public final class LooseOccasion {
  private LooseOccasion() {}

  /** Looks, and sets the callback then: it can come over the past, which nobody looks at again. */
  public static final class LookThenSet extends Occasion {
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

  /** Looks, and makes it past then: two threads can both find the callback. */
  public static final class LookThenTake extends Occasion {
    /** Creates one that has not happened. */
    public LookThenTake() {}

    @Override
    protected @Nullable Runnable take(
        AtomicReference<@Nullable Runnable> place, Runnable past) {
      Runnable last = place.get();
      Reactions.spin();
      place.set(past);
      return last;
    }
  }
}
