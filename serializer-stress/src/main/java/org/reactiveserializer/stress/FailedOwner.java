package org.reactiveserializer.stress;

import java.util.function.Consumer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.stress.broken.LateClearing;
import org.reactiveserializer.stress.support.CrampedState;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.LoneLoop;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Subject;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An owner that runs out of stack space before it can end the stream leaves a note: one of the
 * threads that signal afterwards ends the stream, once, and nothing is left behind.
 */
public final class FailedOwner {
  private FailedOwner() {}

  /**
   * Two threads emit into a downstream that throws. The owner then fails to end the stream, and
   * both threads go on. Result: items delivered, items discarded, faults.
   */
  abstract static class Race {
    private final CrampedState drain = new CrampedState();
    private final PlainProbe probe = new PlainProbe(5, throwing(drain));
    private final TestUpstream upstream = new TestUpstream();
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final Item four = new Item(1, 2);
    private final Item last = new Item(0, 3);
    final Scene scene =
        Scene.of((downstream, outcomes) -> stage(drain, downstream, outcomes), probe);

    /** Creates a subject of the library. */
    Subject stage(CrampedState cramped, Probe downstream, Fates outcomes) {
      return Subject.of(cramped, Termination.immediate(), downstream, outcomes);
    }

    /** Ends the stream, or tries to, between two items. */
    void finish() {
      scene.complete();
    }

    Race() {
      scene.subscribe(upstream);
    }

    private static Consumer<Item> throwing(CrampedState cramped) {
      Consumer<Item> cramp = item -> cramped.cramp();
      return cramp.andThen(Reactions.fail(new Failure("thrown by the downstream")));
    }

    final void left() {
      scene.next(one);
      scene.next(two);
    }

    final void drain() {
      scene.next(three);
      finish();
      scene.next(four);
    }

    final void judge(III_Result result) {
      // In case the owner left its note after the other thread had emitted its last item.
      scene.next(last);
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - drain.closes())
              + Math.abs(probe.delivered() - scene.thrown())
              + Math.max(0, probe.delivered() - 1)
              + probe.terminals()
              + probe.misfates(one, two, three, four, last)
              + Math.abs(1 - upstream.cancellations())
              + Math.abs(scene.backlog())
              + scene.strange();
    }
  }

  /** The library; a thread completes. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Completion extends Race {
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

  /** The library; a thread cancels. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Cancellation extends Race {
    @Override
    void finish() {
      scene.cancel();
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

  /** The drain loop alone, without a defect: the twin below differs from it in one step. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Loop extends Race {
    @Override
    Subject stage(CrampedState cramped, Probe downstream, Fates outcomes) {
      return new LoneLoop(cramped, downstream, outcomes).subject();
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

  /** Twin: the note is cleared in a second step. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LateClearingBroken extends Race {
    @Override
    Subject stage(CrampedState cramped, Probe downstream, Fates outcomes) {
      return new LateClearing(cramped, downstream, outcomes).subject();
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
