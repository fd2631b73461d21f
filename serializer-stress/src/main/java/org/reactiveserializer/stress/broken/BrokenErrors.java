package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.stress.support.Reactions;

/** Keepers of delayed errors with one step broken each. */
public final class BrokenErrors {
  private BrokenErrors() {}

  /** Not broken: what the others are made of. */
  private abstract static class Keeper extends DelayedError {
    final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    @Override
    public boolean add(Throwable error) {
      while (!first.compareAndSet(null, error)) {
        Throwable kept = first.get();
        if (kept != null) {
          kept.addSuppressed(error);
          return true;
        }
      }
      return true;
    }

    @Override
    public @Nullable Throwable take() {
      return first.getAndSet(null);
    }
  }

  /** Keeps in two steps: two errors can both believe that they came first. */
  public static final class LookThenKeep extends Keeper {
    /** Creates one without an error. */
    public LookThenKeep() {}

    @Override
    public boolean add(Throwable error) {
      if (first.get() == null) {
        first.set(error);
        return true;
      }
      return super.add(error);
    }
  }

  /** Takes in two steps: two threads can both take the same error. */
  public static final class LookThenTake extends Keeper {
    /** Creates one without an error. */
    public LookThenTake() {}

    @Override
    public @Nullable Throwable take() {
      Throwable kept = first.get();
      if (kept != null) {
        Reactions.spin();
        first.set(null);
      }
      return kept;
    }
  }
}
