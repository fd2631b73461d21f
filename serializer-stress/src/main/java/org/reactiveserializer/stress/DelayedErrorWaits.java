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
import org.reactiveserializer.stress.support.Verdict;

/**
 * With {@link ErrorMode#DELAYED} an error is delivered after the items that its thread emitted
 * before.
 */
public final class DelayedErrorWaits {
  private DelayedErrorWaits() {}

  /**
   * One thread emits and fails, another one emits. Result: items delivered, items discarded,
   * faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final Item before = new Item(0, 1);
    private final Failure error = new Failure("emitted");
    private final Scene scene = Scene.of(ErrorMode.DELAYED, probe);

    @Actor
    public void a() {
      scene.next(before);
      scene.fail(error);
    }

    @Actor
    public void b() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - probe.deliveries(before))
              + Math.abs(1 - probe.terminals())
              + probe.misfate(error)
              + probe.late();
    }
  }
}
