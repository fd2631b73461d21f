package org.reactiveserializer.stress.broken;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Bias;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.stress.support.Reactions;

/**
 * Rights that make a promise whenever they are left, with one step broken each.
 *
 * <p>All but the first are fenced by the owner, as Dekker had it, and the barrier is one that fences
 * its own thread: what is broken in them is the logic. With the barriers that fence other threads the
 * moment in which it strikes would hardly ever be met, on some Java virtual machines never.
 */
public final class BrokenBiases {
  private BrokenBiases() {}

  /** Revokes without fencing the owner: caught on real processors only. */
  public static final class WithoutBarrier extends BiasedRight {
    /** Creates one. */
    public WithoutBarrier() {
      super(() -> {}, 0);
    }
  }

  /** Not broken: what the others are made of. */
  public static class Fenced extends BiasedRight {
    /** Creates one. */
    public Fenced() {
      super(VarHandle::fullFence, 0);
    }

    @Override
    protected @Nullable Object enterBy(Bias bias) {
      bias.enter();
      VarHandle.fullFence();
      if (get() == bias) {
        return bias;
      }
      return bias.claim() ? this : null;
    }

    @Override
    protected boolean leaveBy(Bias bias) {
      bias.leave();
      VarHandle.fullFence();
      return get() == bias || !bias.claim();
    }
  }

  private abstract static class Broken extends Fenced {
    /** As there, but two owners at once do not wait for each other for ever. */
    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Looks first and marks then: whoever revokes in between finds the owner outside. */
  public static final class LateMark extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      boolean kept = get() == bias;
      Reactions.spin();
      bias.enter();
      return kept || bias.claim() ? this : null;
    }
  }

  /** Leaves without another look: what was left to the owner meanwhile is nobody's. */
  public static final class BlindLeave extends Broken {
    @Override
    protected boolean leaveBy(Bias bias) {
      bias.leave();
      return true;
    }
  }

  /** Revokes, gets the right, and does not heed it. */
  public static final class UnheededClaim extends Broken {
    @Override
    protected boolean claimRevoked(Object promise) {
      super.claimRevoked(promise);
      return false;
    }
  }

  /** Takes the right back from whoever claimed it. */
  public static final class EveryClaim extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      Reactions.spin();
      Object entry = super.enterBy(bias);
      return entry == null && !isClosed() ? this : entry;
    }
  }

  /** Takes work that somebody else put in the place of a promise for a sign that nobody is there. */
  public static final class Presumption extends Broken {
    @Override
    public Handover push(Work work) {
      boolean found = hasWork();
      Handover outcome = super.push(work);
      return found && outcome == Handover.HANDED_OVER ? Handover.ENTERED : outcome;
    }
  }

  /** Leaves by a promise that was claimed on entering: the second claim fails. */
  public static final class SecondClaim extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      return super.enterBy(bias) == null ? null : bias;
    }
  }
}
