package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * After a cancellation one thread discards the items that wait, each once. The upstream is
 * cancelled once.
 */
public final class OneOwnerDiscards {
  private OneOwnerDiscards() {}

  /**
   * A cancellation meets items and a completion. Result: items delivered, items discarded, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final TestUpstream upstream = new TestUpstream();
    private final Item one = new Item(0, 1);
    private final Item two = new Item(1, 1);
    private final Item three = new Item(1, 2);
    private final Scene scene = stage(probe);

    abstract Scene stage(PlainProbe probe);

    Race() {
      scene.subscribe(upstream);
    }

    final void left() {
      scene.next(one);
      scene.cancel();
    }

    final void drain() {
      scene.next(two);
      scene.next(three);
      scene.complete();
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      // An upstream that has completed is not cancelled.
      result.r3 =
          probe.misfates(one, two, three)
              + Math.abs(1 - probe.terminals() - upstream.cancellations())
              + Math.abs(scene.backlog());
    }
  }

  /** The library: only the owner discards. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Items extends Race {
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

  /** Twin: the thread that cancels discards at the same time as the owner. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class IntrusionBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(new BrokenStates.Intrusion(), ErrorMode.IMMEDIATE, probe);
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
