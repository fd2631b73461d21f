package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * One subscription is used, and any other one is cancelled (§2.5). A cancellation reaches the one
 * that is used even if that arrives later. Each is cancelled once.
 */
public final class OneSubscription {
  private OneSubscription() {}

  /**
   * Two upstreams and a cancellation arrive. Result: subscriptions cancelled, demand passed on,
   * faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class TwoArriveAndOneCancels {
    private final PlainProbe probe = new PlainProbe(0, Reactions.none());
    private final TestUpstream one = new TestUpstream();
    private final TestUpstream two = new TestUpstream();
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.subscribe(one);
    }

    @Actor
    public void b() {
      scene.cancel();
      scene.subscribe(two);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = one.cancellations() + two.cancellations();
      result.r2 = probe.subscriptions();
      result.r3 =
          Math.abs(1 - one.cancellations())
              + Math.abs(1 - two.cancellations())
              + Math.max(0, probe.subscriptions() - 1)
              + scene.strange();
    }
  }
}
