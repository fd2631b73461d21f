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
 * Items that are requested are delivered as soon as they are available, and no more than requested.
 */
public final class MergeMeetsDemand {
  private MergeMeetsDemand() {}

  /**
   * An item meets a request for one. (A second item of that thread would make a pass, which looks
   * at the demand again.) Result: items delivered, items requested, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class RequestMeetsItem {
    private final PlainProbe probe = new PlainProbe(1, Reactions.none());
    private final TestSource one = TestSource.prompt();
    private final MergeScene scene = MergeScene.of(ErrorMode.IMMEDIATE, probe).with(one);

    @Actor
    public void a() {
      scene.next(one, new Item(0, 1));
    }

    @Actor
    public void b() {
      scene.request(1);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = 1;
      result.r3 = Math.abs(result.r2 - result.r1) + scene.outcomes().discarded() + scene.wrong();
    }
  }
}
