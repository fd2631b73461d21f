package org.reactiveserializer.stress.broken;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Bias;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.support.Reactions;

/**
 * States that make a promise at every release, with one broken step each.
 *
 * <p>In all of them except the first, the holder executes the fence itself, as in Dekker's
 * algorithm, and the barrier only fences its own thread: the defect is in the logic. With barriers
 * that fence other threads the moment at which the defect shows would hardly ever occur, on some
 * Java virtual machines never.
 */
public final class BrokenBiases {
  private BrokenBiases() {}

  /** Revokes a promise without a barrier for its holder: detected only on real processors. */
  public static final class WithoutBarrier extends BiasedState {
    /** Creates an idle state. */
    public WithoutBarrier() {
      super(() -> {}, 0);
    }
  }

  /** Correct: the base of the others. */
  public static class Fenced extends BiasedState {
    /** Creates an idle state. */
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
    /** As in the superclass, but two simultaneous owners do not wait for each other forever. */
    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /**
   * Looks at the word first and marks itself as inside then: a revoker in between finds the holder
   * outside.
   */
  public static final class LateMark extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      boolean kept = get() == bias;
      Reactions.spin();
      bias.enter();
      return kept || bias.claim() ? this : null;
    }
  }

  /**
   * Releases ownership without another look: no thread delivers the work that was left to the
   * holder meanwhile.
   */
  public static final class BlindLeave extends Broken {
    @Override
    protected boolean leaveBy(Bias bias) {
      bias.leave();
      return true;
    }
  }

  /** Revokes a promise, acquires ownership by that, and does not use it. */
  public static final class UnusedClaim extends Broken {
    @Override
    protected boolean claimRevoked(Object promise) {
      super.claimRevoked(promise);
      return false;
    }
  }

  /** Acquires ownership even if another thread has claimed the promise. */
  public static final class EveryClaim extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      Reactions.spin();
      Object entry = super.enterBy(bias);
      return entry == null && !isClosed() ? this : entry;
    }
  }

  /**
   * Mistakes work that another thread put in the place of a promise for a sign that there is no
   * owner.
   */
  public static final class Presumption extends Broken {
    @Override
    public Handover push(Work work) {
      boolean found = hasWork();
      Handover outcome = super.push(work);
      return found && outcome == Handover.HANDED_OVER ? Handover.ENTERED : outcome;
    }
  }

  /** Releases ownership through a promise that was claimed on entry: the second claim fails. */
  public static final class SecondClaim extends Broken {
    @Override
    protected @Nullable Object enterBy(Bias bias) {
      return super.enterBy(bias) == null ? null : bias;
    }
  }
}
