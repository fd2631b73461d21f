package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.ending.Termination;
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
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final Item before = new Item(0, 1);
    private final Failure error = new Failure("emitted");
    private final Scene scene = stage(probe);

    abstract Scene stage(PlainProbe probe);

    final void left() {
      scene.next(before);
      scene.fail(error);
    }

    final void drain() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - probe.deliveries(before))
              + Math.abs(1 - probe.terminals())
              + probe.misfate(error)
              + probe.late();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Items extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.sound(ErrorMode.DELAYED, probe);
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

  /** Twin: the error overtakes the items. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class OvertakingBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(Termination.immediate(), probe);
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
