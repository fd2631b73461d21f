package org.reactiveserializer.stress.broken;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Turn;
import org.reactiveserializer.stress.support.Reactions;

/**
 * Rights with one step broken each. A check that does not notice one is worth nothing.
 *
 * <p>Where two owners at once, or one too late, would try for ever to leave what the other left
 * before, the twin lets them go: it is to give wrong results, not to hang the run.
 */
public final class BrokenRights {
  private BrokenRights() {}

  /** Enters in two steps: two threads can both find nobody emitting. */
  public static final class LookThenEnter extends EmissionRight {
    @Override
    public @Nullable Object enter() {
      if (get() == null) {
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

  /** Leaves without looking whether work was handed over meanwhile. */
  public static final class BlindExit extends EmissionRight {
    @Override
    public boolean tryExit() {
      if (!isClosed()) {
        getAndSet(null);
      }
      return true;
    }
  }

  /** Leaves no mark for an emitter who has nothing waiting: it may leave without another look. */
  public static final class SilentSignal extends EmissionRight {
    @Override
    public boolean signalOwner() {
      return tryEnter();
    }
  }

  /** Takes a batch in the order in which the emission would then deliver the youngest first. */
  public static final class YoungestFirst extends EmissionRight {
    @Override
    public @Nullable Work take() {
      return Work.oldestFirst(super.take());
    }
  }

  /** Takes in two steps: what is handed over between them is lost. */
  public static final class LookThenTake extends EmissionRight {
    @Override
    public @Nullable Work take() {
      if (get() instanceof Work youngest) {
        getAndSet(this);
        return youngest;
      }
      return null;
    }
  }

  /** Closes in two steps: what is handed over between them is lost. Who hands over takes its time. */
  public static final class TakeThenClose extends EmissionRight {
    @Override
    public Handover push(Work work) {
      Reactions.spin();
      return super.push(work);
    }

    @Override
    public @Nullable Work closeWord() {
      Work rest = take();
      super.closeWord();
      return rest;
    }

    @Override
    public boolean tryCloseWord() {
      if (Work.count(youngest()) > 0) {
        return false;
      }
      Reactions.spin();
      super.closeWord();
      return true;
    }
  }

  /** Closes, and forgets what waited. */
  public static final class ForgetfulClose extends EmissionRight {
    @Override
    public @Nullable Work closeWord() {
      super.closeWord();
      return null;
    }

    @Override
    public boolean tryCloseWord() {
      super.closeWord();
      return true;
    }
  }

  /** Lets whoever signals emit at once, beside the owner: two may discard the same work. */
  public static final class Intrusion extends EmissionRight {
    @Override
    public boolean signalOwner() {
      return super.signalOwner() || !isClosed();
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Becomes idle instead of closed: the next one enters after the end. */
  public static final class Reopening extends EmissionRight {
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

  /** Does not say that it refused the work, which then is nobody's. */
  public static final class SilentRefusal extends EmissionRight {
    @Override
    public Handover push(Work work) {
      Handover outcome = super.push(work);
      return outcome == Handover.REFUSED ? Handover.HANDED_OVER : outcome;
    }
  }

  /** Looks whether somebody emits before it hands over: who leaves in between leaves it behind. */
  public static final class LookThenHand extends EmissionRight {
    @Override
    public Handover push(Work work) {
      boolean busy = get() != null;
      Reactions.spin();
      Handover outcome = super.push(work);
      return busy && outcome == Handover.ENTERED ? Handover.HANDED_OVER : outcome;
    }
  }

  /** Leaves before it hands the emission on: another thread may enter beside the one that goes on. */
  public static final class LeaveThenHandOn extends EmissionRight {
    @Override
    protected void withdraw() {
      compareAndSet(this, null);
    }

    @Override
    public boolean tryExit() {
      return get() == null || super.tryExit();
    }
  }

  /** Lets the end of a merge's outer source pass the inners that it brought before. */
  public static final class OuterEndFirst extends EmissionRight {
    @Override
    public @Nullable Work take() {
      List<Work> rest = new ArrayList<>();
      EmissionRight list = new EmissionRight();
      list.tryEnter();
      for (Work work = Work.oldestFirst(super.take()); work != null; ) {
        Work successor = work.unlink();
        if (!(work instanceof Turn<?> turn) || turn.source() != null) {
          rest.add(work);
        } else {
          list.push(work);
        }
        work = successor;
      }
      rest.forEach(list::push);
      return list.take();
    }
  }
}
