package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * The requests to the outer source are serial (§2.7), each happens-before the next, and together
 * they ask for one source in place of each that ended.
 */
public final class MergeRequestsSerially {
  private MergeRequestsSerially() {}

  /**
   * Two sources end at the same time. Result: sources requested, as an atomic count says and as a
   * plain one says; faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class TwoEnds {
    private final TestSource one = TestSource.prompt();
    private final TestSource two = TestSource.prompt();
    private final MergeScene scene =
        MergeScene.of(ErrorMode.IMMEDIATE, new PlainProbe(0, Reactions.none())).with(one, two);

    public TwoEnds() {
      for (int idle = 2; idle < MergeScene.LIMIT; idle++) {
        scene.add(TestSource.prompt()); // so that an end makes a request due at once
      }
    }

    @Actor
    public void a() {
      scene.complete(one);
    }

    @Actor
    public void b() {
      scene.complete(two);
    }

    @Arbiter
    public void end(III_Result result) {
      int expected = MergeScene.LIMIT + 2;
      result.r1 = (int) scene.outer().requested();
      result.r2 = (int) scene.outer().requestedSerially();
      result.r3 = Math.abs(expected - result.r1) + Math.abs(expected - result.r2) + scene.wrong();
    }
  }
}
