package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.keyed.KeyCell;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.stress.broken.BrokenCells;
import org.reactiveserializer.stress.support.Verdict;

/** No more items of a key wait than its bound, no matter how producers race. */
public final class KeyBoundIsExact {
  private static final int CAPACITY = 2;

  private KeyBoundIsExact() {}

  /** A key with one item, and two producers. Result: accepted, waiting, faults. */
  abstract static class Race {
    private final KeyCell<Integer, Integer> cell = cell(1);
    private int left;
    private int right;

    abstract KeyCell<Integer, Integer> cell(Integer first);

    final void left() {
      left = cell.offer(2, CAPACITY);
    }

    final void right() {
      right = cell.offer(3, CAPACITY);
    }

    final void judge(III_Result result) {
      result.r1 = 1 + accepted(left) + accepted(right);
      result.r2 = cell.size();
      result.r3 = Math.abs(result.r1 - CAPACITY) + Math.abs(result.r2 - CAPACITY);
    }

    private static int accepted(int outcome) {
      return outcome == Outcome.WAITS ? 1 : 0;
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class OneStep extends Race {
    @Override
    KeyCell<Integer, Integer> cell(Integer first) {
      return new KeyCell<>(1, first);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: looks and adds in two steps. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class TwoStepsBroken extends Race {
    @Override
    KeyCell<Integer, Integer> cell(Integer first) {
      return new BrokenCells.AddsLate<>(1, first);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
