package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * All items of all inner sources are delivered, one at a time, and those of one source in its
 * order.
 */
public final class MergeDeliversAll {
  private MergeDeliversAll() {}

  /**
   * Three inner sources emit, two of them on one thread, so that other items lie between the items
   * of each that wait. Result: items delivered, items discarded, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class InnerMeetsInner {
    private final PlainProbe probe = new PlainProbe(6, Reactions.linger());
    private final TestSource one = TestSource.prompt();
    private final TestSource two = TestSource.prompt();
    private final TestSource three = TestSource.prompt();
    private final MergeScene scene =
        MergeScene.of(ErrorMode.IMMEDIATE, probe).with(one, two, three);

    public InnerMeetsInner() {
      scene.request(Long.MAX_VALUE);
    }

    @Actor
    public void a() {
      scene.next(one, new Item(0, 1));
      scene.next(two, new Item(1, 1));
      scene.next(one, new Item(0, 2));
      scene.next(two, new Item(1, 2));
    }

    @Actor
    public void b() {
      scene.next(three, new Item(2, 1), new Item(2, 2));
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 = Math.abs(6 - result.r1) + result.r2 + probe.terminals() + scene.wrong();
    }
  }
}
