package org.reactiveserializer.stress.broken;

import java.util.concurrent.Executor;
import org.reactiveserializer.internal.keyed.Crew;

/** Crews, each with one broken step. */
public final class BrokenCrews {
  private BrokenCrews() {}

  /** Ceases to serve, and does not look again: a cell that it left, or that came in between, has nobody. */
  public static final class Careless extends Crew {
    /** Creates one. */
    public Careless(Executor executor, int most, boolean endless, Turns turns) {
      super(executor, most, endless, turns);
    }

    @Override
    protected void lookAgain() {}
  }
}
