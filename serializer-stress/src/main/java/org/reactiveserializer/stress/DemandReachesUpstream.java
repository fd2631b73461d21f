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
 * Demand requested before the upstream arrives adds up and is passed on to it: nothing is lost, and
 * nothing is passed on twice.
 */
public final class DemandReachesUpstream {
  private DemandReachesUpstream() {}

  /** Requests meet the arrival of the upstream. Result: requested, passed on, missing. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class RequestsMeetTheUpstream {
    private final PlainProbe probe = new PlainProbe(0, Reactions.none());
    private final TestUpstream upstream = new TestUpstream();
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.request(2);
      scene.request(4);
    }

    @Actor
    public void b() {
      scene.request(1);
      scene.subscribe(upstream);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = (int) upstream.requested();
      result.r2 = probe.subscriptions();
      result.r3 = Math.abs(7 - result.r1) + scene.strange();
    }
  }
}
