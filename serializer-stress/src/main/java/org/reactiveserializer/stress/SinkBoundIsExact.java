package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/** No more items wait than the capacity, no matter how producers race. */
public final class SinkBoundIsExact {
  private SinkBoundIsExact() {}

  /**
   * Two threads emit three items into a sink with capacity two. Result: items accepted, items
   * waiting, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final SinkScene scene = stage(probe);

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emit(one, two);
    }

    final void drain() {
      scene.emit(three);
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = scene.backlog();
      scene.request(3);
      result.r3 =
          Math.abs(2 - result.r2)
              + Math.abs(2 - probe.delivered())
              + probe.misfates(one, two, three)
              + scene.wrong();
    }
  }

  /** The third item is refused. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Refusing extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.refusing(2, probe);
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

  /** The third item replaces the first. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Evicting extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.evicting(2, probe);
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

  /** The third item weighs too much. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Weighing extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.weighing(2, Overflow.DROP_NEWEST, probe);
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

  /** The third item is as heavy as the first. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class WeighingAndEvicting extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.weighing(2, Overflow.DROP_OLDEST, probe);
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
