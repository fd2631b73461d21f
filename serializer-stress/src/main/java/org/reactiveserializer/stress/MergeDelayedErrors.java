package org.reactiveserializer.stress;

import java.util.Collections;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Each delayed error is signalled, by itself or as part of a new error, or dropped: exactly once.
 * No error is modified.
 */
public final class MergeDelayedErrors {
  private MergeDelayedErrors() {}

  /** The common part of both races. Result: errors signalled, errors dropped, faults. */
  abstract static class Race {
    final TestSource one = TestSource.prompt();
    final TestSource two = TestSource.prompt();
    final Failure first = Failure.suppressing("of the first source");
    final Failure second = Failure.suppressing("of the second source");
    final MergeScene scene;

    private final PlainProbe probe = new PlainProbe(1, Reactions.linger());

    Race() {
      scene = MergeScene.of(ErrorMode.DELAYED, probe).with(one, two);
      scene.request(Long.MAX_VALUE);
      scene.noMore();
    }

    abstract int misplaced(int signalled);

    final void judge(III_Result result) {
      result.r1 = probe.terminals();
      result.r2 = first.drops() + second.drops();
      result.r3 =
          Math.abs(1 - outcomes(first))
              + Math.abs(1 - outcomes(second))
              + first.getSuppressed().length
              + second.getSuppressed().length
              + misplaced(result.r1)
              + scene.wrong();
    }

    private int outcomes(Failure error) {
      Throwable signalled = probe.failure();
      List<Throwable> parts = signalled == null ? List.of() : Failure.partsOf(signalled);
      return Collections.frequency(parts, error) + error.drops();
    }
  }

  /** Two inner sources fail. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class TwoErrors extends Race {
    @Actor
    public void a() {
      scene.next(one, new Item(0, 1));
      scene.fail(one, first);
    }

    @Actor
    public void b() {
      scene.fail(two, second);
    }

    @Override
    final int misplaced(int signalled) {
      return Math.abs(1 - signalled) + first.drops() + second.drops();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Two inner sources fail, and the downstream cancels at the same time. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Cancel extends Race {
    @Actor
    public void a() {
      scene.fail(one, first);
      scene.fail(two, second);
    }

    @Actor
    public void b() {
      scene.cancel();
    }

    @Override
    final int misplaced(int signalled) {
      return 0;
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
