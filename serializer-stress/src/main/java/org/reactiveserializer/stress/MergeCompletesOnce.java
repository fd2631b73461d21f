package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;
import org.reactiveserializer.stress.support.Verdict;

/** A merge completes when all its sources have: always, once, and after all items. */
public final class MergeCompletesOnce {
  private MergeCompletesOnce() {}

  /** The common part of both races. Result: items delivered, items discarded, faults. */
  abstract static class Race {
    final TestSource one = TestSource.prompt();
    final TestSource two = TestSource.prompt();
    final MergeScene scene;

    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());

    Race() {
      scene = MergeScene.of(ErrorMode.IMMEDIATE, probe);
      scene.request(Long.MAX_VALUE);
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(3 - result.r1)
              + result.r2
              + Math.abs(1 - probe.terminals())
              + (probe.failure() == null ? 0 : 1)
              + one.cancellations()
              + two.cancellations()
              + scene.cancellations()
              + scene.wrong();
    }
  }

  /** An inner source ends while another one emits its last item. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class InnerEnds extends Race {
    public InnerEnds() {
      scene.with(one, two).noMore();
    }

    @Actor
    public void a() {
      scene.next(one, new Item(0, 1));
      scene.complete(one);
    }

    @Actor
    public void b() {
      scene.next(two, new Item(1, 1), new Item(1, 2));
      scene.complete(two);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The only inner source ends while the outer source emits another one and ends, too. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class OuterEnds extends Race {
    public OuterEnds() {
      scene.add(one);
    }

    @Actor
    public void a() {
      scene.next(one, new Item(0, 1), new Item(0, 2));
      scene.complete(one);
    }

    @Actor
    public void b() {
      scene.add(two);
      scene.noMore();
      scene.next(two, new Item(1, 1));
      scene.complete(two);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The outer source ends while another thread signals the subscription of its inner source. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class ArrivesElsewhere extends Race {
    private final TestSource lingering = TestSource.lingering();

    @Actor
    public void a() {
      scene.add(lingering);
      scene.noMore();
    }

    @Actor
    public void b() {
      if (lingering.awaitSubscriber()) {
        emit();
      }
    }

    private void emit() {
      scene.arrive(lingering);
      scene.next(lingering, new Item(0, 1), new Item(0, 2), new Item(0, 3));
      scene.complete(lingering);
    }

    @Arbiter
    public void end(III_Result result) {
      if (lingering.requested() == 0) {
        emit(); // the other thread came too late
      }
      judge(result);
      result.r3 += lingering.cancellations();
    }
  }
}
