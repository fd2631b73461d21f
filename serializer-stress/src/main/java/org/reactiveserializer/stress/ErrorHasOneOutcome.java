package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
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
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class CancelMeetsError {
    private final PlainProbe probe = new PlainProbe(0, Reactions.none());
    private final Failure error = new Failure("emitted");
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.cancel();
    }

    @Actor
    public void b() {
      scene.fail(error);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.terminals();
      result.r2 = error.drops();
      result.r3 = probe.misfate(error) + scene.strange();
    }
  }
}
