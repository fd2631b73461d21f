package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.keyed.Census;
import org.reactiveserializer.internal.keyed.KeyCell;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.stress.broken.BrokenCells;
import org.reactiveserializer.stress.support.Verdict;

/** A key that becomes idle while it gets an item: the item is delivered, or finds the key closed. */
public final class KeyClosesOnNoItem {
  private static final int ROOM = 9;

  private KeyClosesOnNoItem() {}

  /** A key with one item, its owner, and a producer. Result: accepted, delivered, faults. */
  abstract static class Race {
    private final Census census = new Census();
    private final KeyCell<Integer, Payload> cell = cell(new Payload(1));
    private int outcome;
    private int delivered;
    private int faults;

    abstract KeyCell<Integer, Payload> cell(Payload first);

    final void owner() {
      for (Payload item = cell.next(census); item != null; item = cell.next(census)) {
        delivered++;
        faults += Math.abs(delivered - item.number); // plain: published by the offer
      }
    }

    final void producer() {
      outcome = cell.offer(new Payload(2), ROOM);
    }

    final void judge(III_Result result) {
      result.r1 = outcome == Outcome.WAITS ? 2 : 1;
      result.r2 = delivered;
      result.r3 = faults + Math.abs(result.r1 - delivered) + (cell.isClosed() ? 0 : 1);
    }
  }

  /** An item with a plain field. */
  static final class Payload {
    int number;

    Payload(int number) {
      this.number = number;
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class OneStep extends Race {
    @Override
    KeyCell<Integer, Payload> cell(Payload first) {
      return new KeyCell<>(1, first);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      producer();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: closes in two steps. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class TwoStepsBroken extends Race {
    @Override
    KeyCell<Integer, Payload> cell(Payload first) {
      return new BrokenCells.ClosesLate<>(1, first);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      producer();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
