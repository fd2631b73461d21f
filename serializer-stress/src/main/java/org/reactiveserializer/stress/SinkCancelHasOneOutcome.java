package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * If a sink is cancelled, an item that it has accepted is delivered or discarded, exactly once; any
 * other item is refused.
 */
public final class SinkCancelHasOneOutcome {
  private SinkCancelHasOneOutcome() {}

  /**
   * Items, one of which is requested, meet a cancellation. Result: items accepted, items delivered,
   * faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final SinkScene scene = stage(probe);

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emit(one, two);
    }

    /** As {@link #left}, but the second item meets the delivery of the first, and then its cancellation. */
    final void leftApart() {
      scene.emit(one);
      Reactions.spin();
      scene.emit(two);
    }

    final void drain() {
      scene.request(1);
      scene.cancel();
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - result.r2 - scene.outcomes().discarded())
              + scene.backlog()
              + probe.terminals()
              + probe.misfates(one, two)
              + scene.wrong();
    }
  }

  /** As it is. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Unbounded extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.unbounded(probe);
    }

    @Actor
    public void a() {
      leftApart();
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

  /** With a bounded sink. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Bounded extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.evicting(1, probe);
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
