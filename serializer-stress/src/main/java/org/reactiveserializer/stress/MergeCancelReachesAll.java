package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A cancellation ends a merge: every item has one outcome, every source is cancelled once, and no
 * signal follows.
 */
public final class MergeCancelReachesAll {
  private MergeCancelReachesAll() {}

  /** The common part of both races. Result: items delivered, items discarded, faults. */
  abstract static class Race {
    final TestSource one = TestSource.prompt();
    final TestSource two = TestSource.prompt();
    final TestSource late = TestSource.tardy();
    final Item first = new Item(0, 1);
    final Item second = new Item(0, 2);
    final Item other = new Item(1, 1);
    final MergeScene scene;

    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());

    Race() {
      scene = MergeScene.of(ErrorMode.IMMEDIATE, probe).with(one);
      scene.request(Long.MAX_VALUE);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          probe.misfates(first, second)
              + (two.isSubscribed() ? probe.misfates(other) : 0)
              + Math.abs(1 - scene.cancellations())
              + scene.uncancelled(one, two, late)
              + probe.terminals()
              + scene.wrong();
    }
  }

  /** Two inner sources emit, and the downstream cancels at the same time as one of them emits. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class TwoInners extends Race {
    public TwoInners() {
      scene.with(two);
    }

    @Actor
    public void a() {
      scene.next(one, first, second);
    }

    @Actor
    public void b() {
      scene.next(two, other);
      scene.cancel();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /**
   * The downstream cancels while one inner source is added and the subscription of another one
   * arrives late.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class NewInner extends Race {
    public NewInner() {
      scene.with(late);
    }

    @Actor
    public void a() {
      scene.arrive(late);
      scene.add(two);
      scene.next(two, other);
    }

    @Actor
    public void b() {
      scene.next(one, first);
      scene.cancel();
      scene.next(one, second);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
