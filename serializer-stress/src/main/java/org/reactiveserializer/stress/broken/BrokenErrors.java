package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.stress.support.Reactions;

/** Holders of delayed errors with one broken step each. */
public final class BrokenErrors {
  private BrokenErrors() {}

  /** The base of the others. */
  private abstract static class Keeper extends DelayedError {
    final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    @Override
    public void add(Throwable error) {
      while (!first.compareAndSet(null, error)) {
        Throwable kept = first.get();
        if (kept != null) {
          RuntimeException both = new RuntimeException(null, kept);
          both.addSuppressed(error);
          if (first.compareAndSet(kept, both)) {
            return;
          }
        }
      }
    }

    @Override
    public @Nullable Throwable take(Hooks<?> hooks, Composite composite) {
      return first.getAndSet(null);
    }
  }

  /** Stores an error in two steps: two errors can both be stored as the first one. */
  public static final class LookThenKeep extends Keeper {
    /** Creates one without an error. */
    public LookThenKeep() {}

    @Override
    public void add(Throwable error) {
      if (first.get() == null) {
        Reactions.giveWay();
        first.set(error);
      } else {
        super.add(error);
      }
    }
  }

  /** Takes the error in two steps: two threads can both take the same one. */
  public static final class LookThenTake extends Keeper {
    /** Creates one without an error. */
    public LookThenTake() {}

    @Override
    public @Nullable Throwable take(Hooks<?> hooks, Composite composite) {
      Throwable kept = first.get();
      if (kept != null) {
        Reactions.spin();
        first.set(null);
      }
      return kept;
    }
  }
}
