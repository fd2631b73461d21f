package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.support.Reactions;

/**
 * States with one broken step each. A test that does not detect them proves nothing. A twin lets
 * other threads run at its broken step; otherwise a machine with one free processor rarely detects
 * it.
 *
 * <p>Where two simultaneous owners, or a late one, would try forever to release what another one
 * has released, the twin lets them leave: it must produce wrong results, not hang the run.
 */
public final class BrokenStates {
  private BrokenStates() {}

  /** Acquires ownership in two steps: two threads can both find it idle. */
  public static final class LookThenEnter extends DrainState {
    @Override
    public @Nullable Object enter() {
      if (get() == null) {
        Reactions.giveWay();
        getAndSet(this);
        return this;
      }
      return null;
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Releases ownership without checking whether work was handed over meanwhile. */
  public static final class BlindExit extends DrainState {
    @Override
    public boolean tryExit() {
      if (!isClosed()) {
        Reactions.giveWay();
        getAndSet(null);
      }
      return true;
    }
  }

  /**
   * Leaves no mark for an owner without waiting work: that owner may release ownership without
   * another look.
   */
  public static final class SilentSignal extends DrainState {
    @Override
    public boolean signalOwner() {
      return tryEnter();
    }

    @Override
    public boolean tryExit() {
      Reactions.giveWay();
      return super.tryExit();
    }
  }

  /** Takes a batch in an order in which the owner then delivers the youngest item first. */
  public static final class YoungestFirst extends DrainState {
    @Override
    public @Nullable Work take() {
      return Work.oldestFirst(super.take());
    }
  }

  /** Takes the list in two steps: work that is handed over in between is lost. */
  public static final class LookThenTake extends DrainState {
    @Override
    public @Nullable Work take() {
      if (get() instanceof Work youngest) {
        Reactions.giveWay();
        getAndSet(this);
        return youngest;
      }
      return null;
    }
  }

  /**
   * Closes in two steps: work that is handed over in between is lost. Both are slowed down.
   */
  public static final class TakeThenClose extends DrainState {
    @Override
    public Handover push(Work work) {
      Reactions.giveWay();
      return super.push(work);
    }

    @Override
    public @Nullable Work closeWord() {
      Work rest = take();
      Reactions.giveWay();
      super.closeWord();
      return rest;
    }

    @Override
    public boolean tryCloseWord() {
      if (Work.count(youngest()) > 0) {
        return false;
      }
      Reactions.giveWay();
      super.closeWord();
      return true;
    }
  }

  /** Closes, and forgets the work that waits. */
  public static final class ForgetfulClose extends DrainState {
    @Override
    public @Nullable Work closeWord() {
      Reactions.giveWay();
      super.closeWord();
      return null;
    }

    @Override
    public boolean tryCloseWord() {
      Reactions.giveWay();
      super.closeWord();
      return true;
    }
  }

  /**
   * Makes the thread that signals an owner at once, beside the current one: both may discard the
   * same work.
   */
  public static final class Intrusion extends DrainState {
    @Override
    public boolean signalOwner() {
      return super.signalOwner() || !isClosed();
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Becomes idle instead of closed: the next thread acquires ownership after the end. */
  public static final class Reopening extends DrainState {
    @Override
    public @Nullable Work closeWord() {
      return getAndSet(null) instanceof Work rest ? rest : null;
    }

    @Override
    public boolean tryCloseWord() {
      if (Work.count(youngest()) > 0) {
        return false;
      }
      getAndSet(null);
      return true;
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Does not report that it refused work, which is then lost. */
  public static final class SilentRefusal extends DrainState {
    @Override
    public Handover push(Work work) {
      Handover outcome = super.push(work);
      return outcome == Handover.REFUSED ? Handover.HANDED_OVER : outcome;
    }
  }

  /**
   * Checks for an owner before it hands over: an owner that releases ownership in between leaves
   * the work behind.
   */
  public static final class LookThenHand extends DrainState {
    @Override
    public Handover push(Work work) {
      boolean busy = get() != null;
      Reactions.giveWay();
      Handover outcome = super.push(work);
      return busy && outcome == Handover.ENTERED ? Handover.HANDED_OVER : outcome;
    }
  }

  /**
   * Releases ownership before it hands the emission to the executor: another thread may acquire the
   * ownership beside the one that continues.
   */
  public static final class LeaveThenHandOn extends DrainState {
    @Override
    protected void withdraw() {
      compareAndSet(this, null);
      Reactions.giveWay();
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }
}
