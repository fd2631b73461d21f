package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Termination;

/** Terminations with one broken step each. */
public final class BrokenTerminations {
  private BrokenTerminations() {}

  /** Changes its state in two steps: two terminal signals can both be taken for the first. */
  public static final class LookThenSet extends Termination {
    /** Creates an open one. */
    public LookThenSet() {
      super(true);
    }

    @Override
    protected boolean change(@Nullable Object from, @Nullable Object to) {
      if (end() != from) {
        return false;
      }
      while (!super.change(end(), to)) {
        Thread.onSpinWait();
      }
      return true;
    }
  }

  /** Signals the end although the stream was cancelled meanwhile. */
  public static final class Unsettled extends Termination {
    /** Creates an open one. */
    public Unsettled() {
      super(true);
    }

    @Override
    public boolean settle(Object end) {
      return super.settle(end) || end != End.CANCELLED;
    }
  }
}
