package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/** The downstream's signals never overlap (§1.3). */
public final class MutualExclusion {
  private MutualExclusion() {}

  /** Two threads emit. Result: signals, items delivered, overlaps. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final GuardProbe probe = new GuardProbe(4, Reactions.linger());
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    @Actor
    public void b() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.entered();
      result.r2 = probe.delivered();
      result.r3 = probe.overlaps();
    }
  }
}
