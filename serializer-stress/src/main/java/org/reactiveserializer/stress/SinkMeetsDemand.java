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
 * Items that are requested are delivered as soon as they are available, and no more than requested.
 */
public final class SinkMeetsDemand {
  private SinkMeetsDemand() {}

  /** An item meets a request for one. Result: items delivered, items waiting, faults. */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(1, Reactions.none());
    private final SinkScene scene = stage(probe);

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emit(new Item(0, 1));
    }

    final void drain() {
      scene.request(1);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(1 - result.r1) + result.r2 + scene.wrong();
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

  /** With a bounded sink. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Bounded extends Race {
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
}
