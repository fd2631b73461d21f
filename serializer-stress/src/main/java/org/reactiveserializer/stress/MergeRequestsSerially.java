package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.OverlappingRequests;
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
  abstract static class Race {
    private final TestSource one = TestSource.prompt();
    private final TestSource two = TestSource.prompt();
    private final MergeScene scene = stage(new PlainProbe(0, Reactions.none())).with(one, two);

    Race() {
      for (int idle = 2; idle < MergeScene.LIMIT; idle++) {
        scene.add(TestSource.prompt()); // so that an end makes a request due at once
      }
    }

    abstract MergeScene stage(PlainProbe probe);

    final void left() {
      scene.complete(one);
    }

    final void drain() {
      scene.complete(two);
    }

    final void judge(III_Result result) {
      int expected = MergeScene.LIMIT + 2;
      result.r1 = (int) scene.outer().requested();
      result.r2 = (int) scene.outer().requestedSerially();
      result.r3 = Math.abs(expected - result.r1) + Math.abs(expected - result.r2) + scene.wrong();
    }
  }

  /** The library: one thread requests at a time, and others only add to what it requests. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class TwoEnds extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.sound(ErrorMode.IMMEDIATE, probe);
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

  /** Twin: each thread requests, although another one may be in the middle of a request. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class OverlappingBroken extends Race {
    @Override
    MergeScene stage(PlainProbe probe) {
      return MergeScene.broken(OverlappingRequests::merger, probe);
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
