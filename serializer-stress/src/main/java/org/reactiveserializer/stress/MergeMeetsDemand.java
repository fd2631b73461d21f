package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenDemands;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Items that are requested are delivered as soon as they are available, and no more than requested.
 */
public final class MergeMeetsDemand {
  private MergeMeetsDemand() {}

  /**
   * An item meets a request for one. (A second item of that thread would make a pass, which looks
   * at the demand again.) Result: items delivered, items requested, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(1, Reactions.none());
    private final TestSource one = TestSource.prompt();
    private final MergeScene scene = stage(probe).with(one);

    abstract MergeScene stage(PlainProbe probe);

    final void left() {
      scene.next(one, new Item(0, 1));
    }

    final void drain() {
      scene.request(1);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = 1;
      result.r3 = Math.abs(result.r2 - result.r1) + scene.outcomes().discarded() + scene.wrong();
    }
  }

  /** The library: an owner that lacks demand announces it, and then looks again. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class RequestMeetsItem extends Race {
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

  /** Twin: looks at the demand, and only then announces that it lacks demand. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenStarveBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenDemands.LookThenStarve(), probe);
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

  /** Twin: no fence between the announcement and the second look. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class UnfencedBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(new BrokenDemands.Unfenced(), probe);
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
