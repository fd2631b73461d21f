package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.stress.broken.BrokenKeys;
import org.reactiveserializer.stress.broken.BrokenKeys.Defect;
import org.reactiveserializer.stress.support.Keys;
import org.reactiveserializer.stress.support.Verdict;

/** No more items of a key wait than its bound, no matter how producers race. */
public final class KeyBoundIsExact {
  private static final int CAPACITY = 2;

  private KeyBoundIsExact() {}

  /** A key with one item, and two producers. Result: accepted, waiting, faults. */
  abstract static class Race {
    private final Keys<Integer> keys;
    private boolean left;
    private boolean right;

    Race(Keys<Integer> keys) {
      this.keys = keys;
      keys.tryEmit(0);
    }

    final void left() {
      left = keys.tryEmit(0).isAccepted();
    }

    final void right() {
      right = keys.tryEmit(0).isAccepted();
    }

    final void judge(III_Result result) {
      result.r1 = 1 + (left ? 1 : 0) + (right ? 1 : 0);
      result.r2 = keys.queued();
      result.r3 = Math.abs(result.r1 - CAPACITY) + Math.abs(result.r2 - CAPACITY);
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class OneStep extends Race {
    public OneStep() {
      super(
          Keys.of(
              KeyedSerializer.<Integer, Integer>by(item -> item)
                  .bounded(CAPACITY, 9)
                  .on(task -> {})
                  .handle((key, item) -> {})));
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
    public TwoStepsBroken() {
      super(new BrokenKeys<>(item -> item, CAPACITY, task -> {}, item -> {}, Defect.ADDS_LATE));
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
