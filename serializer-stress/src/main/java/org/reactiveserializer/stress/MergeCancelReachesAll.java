package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.broken.HastyInner;
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
      scene = stage(probe).with(one);
      scene.request(Long.MAX_VALUE);
    }

    abstract MergeScene stage(PlainProbe probe);

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
  abstract static class ItemsMeetCancel extends Race {
    ItemsMeetCancel() {
      scene.with(two);
    }

    final void left() {
      scene.next(one, first, second);
    }

    final void drain() {
      scene.next(two, other);
      scene.cancel();
    }
  }

  /**
   * The downstream cancels while one inner source is added and the subscription of another one
   * arrives late.
   */
  abstract static class NewInnerMeetsCancel extends Race {
    NewInnerMeetsCancel() {
      scene.with(late);
    }

    final void left() {
      scene.arrive(late);
      scene.add(two);
      scene.next(two, other);
    }

    final void drain() {
      scene.next(one, first);
      scene.cancel();
      scene.next(one, second);
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class TwoInners extends ItemsMeetCancel {
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

  /**
   * The library: a new inner source is in the list and found there when the word is closed, or its
   * beginning is refused.
   */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class NewInner extends NewInnerMeetsCancel {
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

  /** Twin: closes the word in two steps. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class TakeThenCloseBroken extends ItemsMeetCancel {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.TakeThenClose(), probe);
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

  /** Twin: overlooks the inner source that was handed over. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class ForgetfulCloseBroken extends NewInnerMeetsCancel {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.ForgetfulClose(), probe);
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

  /** Twin: takes a beginning that was refused for one that was accepted. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class CarelessBroken extends NewInnerMeetsCancel {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(HastyInner::careless, probe);
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

  /** Twin: does not report that the inner source was refused. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class SilentRefusalBroken extends NewInnerMeetsCancel {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.SilentRefusal(), probe);
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
