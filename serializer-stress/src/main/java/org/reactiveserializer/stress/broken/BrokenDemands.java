package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.internal.drain.ContendedCell;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.stress.support.Reactions;

/** Demands with one broken step each: a request at the wrong moment is missed. */
public final class BrokenDemands {
  private BrokenDemands() {}

  /** Looks at the demand, and only then announces that items wait for demand. */
  public static final class LookThenStarve extends Demand {
    /** Creates one without any request. */
    public LookThenStarve() {}

    @Override
    public boolean grantTo(ContendedCell notes) {
      boolean granted = super.grantTo(notes);
      if (!granted) {
        announce();
      }
      return granted;
    }

    /** Trusts an earlier look. */
    @Override
    public boolean isUsedUp(ContendedCell notes) {
      boolean usedUp = isStarving() || super.isUsedUp(notes);
      if (usedUp) {
        announce();
      }
      return usedUp;
    }

    private void announce() {
      Reactions.spin();
      super.starve();
    }

    @Override
    protected void starve() {}
  }

  /**
   * Announces it by a release write only. That is correct in every interleaving, but not on a real
   * machine, where the write may stay in the store buffer while the read is executed.
   */
  public static final class Unfenced extends Demand {
    private final AtomicBoolean starving = new AtomicBoolean();

    /** Creates one without any request. */
    public Unfenced() {}

    @Override
    protected void starve() {
      starving.setRelease(true);
    }

    @Override
    protected boolean isStarving() {
      return starving.getAcquire();
    }

    @Override
    public void satisfied() {
      starving.set(false);
    }
  }
}
