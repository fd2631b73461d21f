package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.stress.broken.BrokenQueues;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/** The oldest item is evicted only while there is no room. */
public final class SinkEvictsOnlyWhenFull {
  private SinkEvictsOnlyWhenFull() {}

  /** An item meets a full queue and a request. Result: items delivered, items discarded, faults. */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final SinkScene scene = stage(probe);

    Race() {
      scene.emit(one, two); // fills the queue
    }

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emit(three);
    }

    final void drain() {
      scene.request(1);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      boolean needless = result.r2 > 0 && probe.deliveries(one) > 0;
      int waiting = 2 - result.r2;
      result.r3 =
          (needless ? 1 : 0)
              + Math.abs(1 - result.r1)
              + Math.abs(waiting - scene.backlog())
              + scene.wrong();
      scene.request(2);
      result.r3 += probe.misfates(one, two, three);
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
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

  /** Twin: evicts an item although there is room by then. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenEvictBroken extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.with(new BrokenQueues.LookThenEvict(2), Overflow.DROP_OLDEST, probe);
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
