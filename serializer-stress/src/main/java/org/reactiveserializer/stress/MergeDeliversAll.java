package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * All items of all inner sources are delivered, one at a time, and those of one source in its
 * order.
 */
public final class MergeDeliversAll {
  private MergeDeliversAll() {}

  /**
   * Three inner sources emit, two of them on one thread, so that other items lie between the items
   * of each that wait. Result: items delivered, items discarded, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(6, Reactions.linger());
    private final TestSource one = TestSource.prompt();
    private final TestSource two = TestSource.prompt();
    private final TestSource three = TestSource.prompt();
    private final MergeScene scene = stage(probe).with(one, two, three);

    Race() {
      scene.request(Long.MAX_VALUE);
    }

    abstract MergeScene stage(PlainProbe probe);

    final void left() {
      scene.next(one, new Item(0, 1));
      scene.next(two, new Item(1, 1));
      scene.next(one, new Item(0, 2));
      scene.next(two, new Item(1, 2));
    }

    final void drain() {
      scene.next(three, new Item(2, 1), new Item(2, 2));
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 = Math.abs(6 - result.r1) + result.r2 + probe.terminals() + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class InnerMeetsInner extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.sound(ErrorMode.IMMEDIATE, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: two threads can acquire ownership. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenEnterBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.LookThenEnter(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: releases ownership without looking for work again. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class BlindExitBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.BlindExit(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: a batch is delivered in reverse order. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class YoungestFirstBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.YoungestFirst(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
