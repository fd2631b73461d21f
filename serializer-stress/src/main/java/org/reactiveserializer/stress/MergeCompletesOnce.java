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

/** A merge completes when all its sources have: always, once, and after all items. */
public final class MergeCompletesOnce {
  private MergeCompletesOnce() {}

  /** The common part of both races. Result: items delivered, items discarded, faults. */
  abstract static class Race {
    final TestSource one = TestSource.prompt();
    final TestSource two = TestSource.prompt();
    final MergeScene scene;

    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());

    Race() {
      scene = stage(probe);
      scene.request(Long.MAX_VALUE);
    }

    abstract MergeScene stage(PlainProbe probe);

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(3 - result.r1)
              + result.r2
              + Math.abs(1 - probe.terminals())
              + (probe.failure() == null ? 0 : 1)
              + one.cancellations()
              + two.cancellations()
              + scene.cancellations()
              + scene.wrong();
    }
  }

  /** An inner source ends while another one emits its last item. */
  abstract static class EndMeetsLastItem extends Race {
    EndMeetsLastItem() {
      scene.with(one, two).noMore();
    }

    final void left() {
      scene.next(one, new Item(0, 1));
      scene.complete(one);
    }

    final void drain() {
      scene.next(two, new Item(1, 1), new Item(1, 2));
      scene.complete(two);
    }
  }

  /** The only inner source ends while the outer source emits another one and ends, too. */
  abstract static class LastEndMeetsOuterEnd extends Race {
    LastEndMeetsOuterEnd() {
      scene.add(one);
    }

    final void left() {
      scene.next(one, new Item(0, 1), new Item(0, 2));
      scene.complete(one);
    }

    final void drain() {
      scene.add(two);
      scene.noMore();
      scene.next(two, new Item(1, 1));
      scene.complete(two);
    }
  }

  /** The outer source ends while another thread signals the subscription of its inner source. */
  abstract static class OuterEndMeetsArrival extends Race {
    private final TestSource lingering = TestSource.lingering();

    final void left() {
      scene.add(lingering);
      scene.noMore();
    }

    final void drain() {
      if (lingering.awaitSubscriber()) {
        emit();
      }
    }

    private void emit() {
      scene.arrive(lingering);
      scene.next(lingering, new Item(0, 1), new Item(0, 2), new Item(0, 3));
      scene.complete(lingering);
    }

    final void finish(III_Result result) {
      if (lingering.requested() == 0) {
        emit(); // the other thread came too late
      }
      judge(result);
      result.r3 += lingering.cancellations();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class InnerEnds extends EndMeetsLastItem {
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

  /** The library: the end of the outer source is processed after the inner sources. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class OuterEnds extends LastEndMeetsOuterEnd {
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

  /** Twin: an end is handed over only if a check before finds an owner. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenHandBroken extends EndMeetsLastItem {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.LookThenHand(), probe);
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

  /** Twin: the end of the outer source is handed over only if a check before finds an owner. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenHandOuterBroken extends LastEndMeetsOuterEnd {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenStates.LookThenHand(), probe);
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

  /** The library: an inner source has begun before its outer source ends. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class ArrivesElsewhere extends OuterEndMeetsArrival {
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
      finish(result);
    }
  }

  /** Twin: presumes that a source with a subscription has begun. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class PresumingBroken extends OuterEndMeetsArrival {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(HastyInner::presuming, probe);
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
      finish(result);
    }
  }
}
