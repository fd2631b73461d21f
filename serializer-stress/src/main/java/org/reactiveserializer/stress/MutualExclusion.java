package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/** The downstream's signals never overlap (§1.3). */
public final class MutualExclusion {
  private MutualExclusion() {}

  /** Two threads emit. Result: signals, items delivered, overlaps. */
  abstract static class Race {
    private final GuardProbe probe = new GuardProbe(4, Reactions.linger());
    private final Scene scene = stage(probe);

    abstract Scene stage(GuardProbe probe);

    final void left() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    final void drain() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    final void judge(III_Result result) {
      result.r1 = probe.entered();
      result.r2 = probe.delivered();
      result.r3 = probe.overlaps();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Items extends Race {
    @Override
    Scene stage(GuardProbe probe) {
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

  /** Twin: acquires ownership by a read and a write, without a compareAndSet. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenEnterBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return Scene.broken(new BrokenStates.LookThenEnter(), ErrorMode.IMMEDIATE, probe);
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
