package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.keyed.Census;
import org.reactiveserializer.internal.keyed.KeyCell;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;
import org.reactiveserializer.stress.broken.BrokenCells;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Verdict;

/** Who waits for room at a key that becomes idle has his turn, or finds the key closed. */
public final class KeyWaiterIsSeen {
  private KeyWaiterIsSeen() {}

  /** A key with one item, its owner, and one that joins the line. Result: handled, withdrawn, faults. */
  abstract static class Race {
    private final Census census = new Census();
    private final KeyCell<Integer, Integer> cell = cell(1);
    private final RoomLine<Integer> line = cell.line(Runnable::run);
    private final Waiter<Integer> waiter = line.stage(2);
    private int handled;
    private boolean withdrawn;

    abstract KeyCell<Integer, Integer> cell(Integer first);

    final void owner() {
      while (cell.next(census) != null) {
        handled++;
      }
    }

    final void joins() {
      line.join(waiter, cell);
      withdrawn = cell.isClosed() && line.withdraw(waiter);
      Reactions.spin();
    }

    final void judge(III_Result result) {
      result.r1 = handled;
      result.r2 = withdrawn ? 1 : 0;
      boolean admitted = waiter.decided() == EmitOutcome.QUEUED;
      result.r3 = (admitted == withdrawn ? 1 : 0) + Math.abs(handled - (admitted ? 2 : 1));
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Signalled extends Race {
    @Override
    KeyCell<Integer, Integer> cell(Integer first) {
      return new KeyCell<>(1, first);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      joins();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: joins, and does not signal. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class SilentBroken extends Race {
    @Override
    KeyCell<Integer, Integer> cell(Integer first) {
      return new BrokenCells.Silent<>(1, first);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      joins();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
