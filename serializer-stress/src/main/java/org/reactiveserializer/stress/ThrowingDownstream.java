package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A downstream that throws ends the stream (§2.13): the thread that delivered gets the throwable,
 * the upstream is cancelled once, items that wait are discarded, and no thread gets stuck.
 */
public final class ThrowingDownstream {
  private ThrowingDownstream() {}

  /**
   * Two threads emit into a downstream that throws. Result: calls that threw, items discarded,
   * faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final PlainProbe probe =
        new PlainProbe(3, Reactions.fail(new Failure("thrown by the downstream")));
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
    }

    @Actor
    public void b() {
      scene.next(two);
      scene.next(three);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.thrown();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - scene.thrown())
              + Math.abs(1 - probe.delivered())
              + probe.misfates(one, two, three)
              + Math.abs(1 - upstream.cancellations())
              + scene.backlog()
              + scene.strange();
    }
  }
}
