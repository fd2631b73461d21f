package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/** The items of an eager concatenation come in the order of its inner sources, and none is lost when
 * it is the turn of the next one. */
public final class EagerConcatKeepsOrder {
  private EagerConcatKeepsOrder() {}

  /**
   * The front emits and ends while the next source emits. The items of both are numbered as those of
   * one producer. Result: items delivered, items discarded, faults.
   */
  abstract static class EndMeetsItems {
    private final PlainProbe probe = new PlainProbe(4, Reactions.linger());
    private final TestSource front = TestSource.prompt();
    private final TestSource next = TestSource.prompt();
    private final MergeScene scene = stage(probe).with(front, next);

    EndMeetsItems() {
      scene.noMore();
      scene.request(Long.MAX_VALUE);
    }

    abstract MergeScene stage(PlainProbe probe);

    final void left() {
      scene.next(front, new Item(0, 1), new Item(0, 2));
      scene.complete(front);
    }

    final void drain() {
      scene.next(next, new Item(0, 3), new Item(0, 4));
      scene.complete(next);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(4 - result.r1) + result.r2 + Math.abs(1 - probe.terminals()) + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class TurnChanges extends EndMeetsItems {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.eager(probe);
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

  /** Twin: an item goes straight to the downstream whatever its source is. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class OpenWayBroken extends EndMeetsItems {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.eagerStraight(probe);
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
  public static class BlindExitBroken extends EndMeetsItems {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.eagerBroken(new BrokenStates.BlindExit(), probe);
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
