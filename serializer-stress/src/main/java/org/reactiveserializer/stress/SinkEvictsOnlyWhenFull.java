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

/** The oldest item is evicted only while there is no room. */
public final class SinkEvictsOnlyWhenFull {
  private SinkEvictsOnlyWhenFull() {}

  /** An item meets a full queue and a request. Result: items delivered, items discarded, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Evicting {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final SinkScene scene = SinkScene.evicting(2, probe);

    public Evicting() {
      scene.emit(one, two); // fills the queue
    }

    @Actor
    public void a() {
      scene.emit(three);
    }

    @Actor
    public void b() {
      scene.request(1);
    }

    @Arbiter
    public void end(III_Result result) {
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
}
