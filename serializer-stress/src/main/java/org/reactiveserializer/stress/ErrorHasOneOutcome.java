package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenTerminations;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An error is either signalled or, if the stream ended before, dropped: exactly one of the two,
 * once.
 */
public final class ErrorHasOneOutcome {
  private ErrorHasOneOutcome() {}

  /** A cancellation meets an error. Result: errors signalled, errors dropped, faults. */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(0, Reactions.none());
    private final Failure error = new Failure("emitted");
    private final Scene scene = stage(probe);

    abstract Scene stage(PlainProbe probe);

    final void left() {
      scene.cancel();
    }

    final void drain() {
      scene.fail(error);
    }

    final void judge(III_Result result) {
      result.r1 = probe.terminals();
      result.r2 = error.drops();
      result.r3 = probe.misfate(error) + scene.strange();
    }
  }

  /** The library: the owner settles the error before it signals it. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class CancelMeetsError extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.sound(ErrorMode.IMMEDIATE, probe);
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

  /** Twin: the error is signalled although the cancellation removed it. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class UnsettledBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(new BrokenTerminations.Unsettled(), probe);
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
