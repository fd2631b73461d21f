package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * After a cancellation one thread discards the items that wait, each once. The upstream is
 * cancelled once.
 */
public final class OneOwnerDiscards {
  private OneOwnerDiscards() {}

  /**
   * A cancellation meets items and a completion. Result: items delivered, items discarded, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final TestUpstream upstream = new TestUpstream();
    private final Item one = new Item(0, 1);
    private final Item two = new Item(1, 1);
    private final Item three = new Item(1, 2);
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    public Items() {
      scene.subscribe(upstream);
    }

    @Actor
    public void a() {
      scene.next(one);
      scene.cancel();
    }

    @Actor
    public void b() {
      scene.next(two);
      scene.next(three);
      scene.complete();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      // An upstream that has completed is not cancelled.
      result.r3 =
          probe.misfates(one, two, three)
              + Math.abs(1 - probe.terminals() - upstream.cancellations())
              + Math.abs(scene.backlog());
    }
  }

  /**
   * A cancellation meets the delivery of items that have waited for demand. Result: items delivered, items
   * discarded, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Waiting {
    private final PlainProbe probe = new PlainProbe(4, Reactions.linger());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene = SinkScene.unbounded(probe);

    public Waiting() {
      scene.emit(one, two, three);
    }

    @Actor
    public void a() {
      scene.request(Long.MAX_VALUE);
    }

    @Actor
    public void b() {
      Reactions.spin();
      scene.cancel();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(3 - result.r1 - result.r2)
              + probe.misfates(one, two, three)
              + probe.terminals()
              + scene.backlog()
              + scene.wrong();
    }
  }
}
