package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;
import org.reactiveserializer.stress.support.Verdict;

/** No more items of a key wait than its bound, no matter how producers race. */
public final class KeyBoundIsExact {
  private static final int CAPACITY = 2;

  private KeyBoundIsExact() {}

  /** A key with one item, and two producers. Result: accepted, waiting, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class OneStep {
    private final KeyedSink<Integer, Integer> keys =
        KeyedSerializer.<Integer, Integer>by(item -> item)
            .bounded(CAPACITY, 9)
            .on(task -> {})
            .handle((key, item) -> {});
    private boolean left;
    private boolean right;

    public OneStep() {
      keys.tryEmit(0);
    }

    @Actor
    public void a() {
      left = keys.tryEmit(0).isAccepted();
    }

    @Actor
    public void b() {
      right = keys.tryEmit(0).isAccepted();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = 1 + (left ? 1 : 0) + (right ? 1 : 0);
      result.r2 = keys.stats().queued();
      result.r3 = Math.abs(result.r1 - CAPACITY) + Math.abs(result.r2 - CAPACITY);
    }
  }
}
