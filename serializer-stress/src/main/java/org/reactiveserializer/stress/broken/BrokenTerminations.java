package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Termination;

/** Terminations with one step broken each. */
public final class BrokenTerminations {
  private BrokenTerminations() {}

  /** Changes state in two steps: two ends can both believe that they came first. */
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

  /** Signals the end although it was cancelled meanwhile. */
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
