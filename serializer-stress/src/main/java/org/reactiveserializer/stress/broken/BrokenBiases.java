package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.ProcessBarrier;
import org.reactiveserializer.internal.emission.Bias;
import org.reactiveserializer.internal.emission.BiasedRight;
import org.reactiveserializer.internal.emission.Handover;
import org.reactiveserializer.internal.emission.Work;
import org.reactiveserializer.stress.support.Reactions;

/**
 * Rights that make a promise whenever they are left, with one step broken each. Some spin where a
 * revocation must come for the defect to strike: with the slow barrier it would hardly ever.
 */
public final class BrokenBiases {
  private static final int LINGER = 10;

  private BrokenBiases() {}

  /** Takes as long as a revocation, a few microseconds. */
  private static void linger() {
    for (int i = 0; i < LINGER; i++) {
      Reactions.spin();
    }
  }

  /** Revokes without fencing the owner: caught on real processors only. */
  public static final class WithoutBarrier extends BiasedRight {
    /** Creates one. */
    public WithoutBarrier() {
      super(() -> {}, 0);
    }
  }

  private abstract static class Broken extends BiasedRight {
    Broken(ProcessBarrier barrier) {
      super(barrier, 0);
    }

    /** As there, but two owners at once do not wait for each other for ever. */
    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Looks first and marks then: whoever revokes in between finds the owner outside. */
  public static final class LateMark extends Broken {
    /** Creates one. */
    public LateMark(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    protected @Nullable Object enterBy(Bias bias) {
      boolean kept = get() == bias;
      linger();
      bias.enter();
      return kept || bias.claim() ? this : null;
    }
  }

  /** Leaves without another look: what was left to the owner meanwhile is nobody's. */
  public static final class BlindLeave extends Broken {
    /** Creates one. */
    public BlindLeave(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    protected boolean leaveBy(Bias bias) {
      bias.leave();
      return true;
    }
  }

  /** Revokes, gets the right, and does not heed it. */
  public static final class UnheededClaim extends Broken {
    /** Creates one. */
    public UnheededClaim(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    protected boolean inherits(Object promise) {
      super.inherits(promise);
      return false;
    }
  }

  /** Takes the right back from whoever claimed it. */
  public static final class EveryClaim extends Broken {
    /** Creates one. */
    public EveryClaim(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    protected @Nullable Object enterBy(Bias bias) {
      linger();
      Object entry = super.enterBy(bias);
      return entry == null && !isClosed() ? this : entry;
    }
  }

  /** Takes work that somebody else put in the place of a promise for a sign that nobody is there. */
  public static final class Presumption extends Broken {
    /** Creates one. */
    public Presumption(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    public Handover hand(Work work) {
      boolean found = hasWork();
      Handover outcome = super.hand(work);
      return found && outcome == Handover.HANDED_OVER ? Handover.ENTERED : outcome;
    }
  }

  /** Leaves by a promise that was claimed on entering: the second claim fails. */
  public static final class SecondClaim extends Broken {
    /** Creates one. */
    public SecondClaim(ProcessBarrier barrier) {
      super(barrier);
    }

    @Override
    protected @Nullable Object enterBy(Bias bias) {
      return super.enterBy(bias) == null ? null : bias;
    }
  }
}
