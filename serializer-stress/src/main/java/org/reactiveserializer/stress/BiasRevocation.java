package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.stress.broken.BrokenBiases;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/** A promise is revoked while its owner enters and leaves: no overlap (§1.3), nothing lost. */
public final class BiasRevocation {
  private static final int LEFT = 4;
  private static final int RIGHT = 2;

  private BiasRevocation() {}

  /**
   * One thread pushes, and has a promise from its first exit on; another comes in between. Result:
   * items delivered, overlaps, what is wrong.
   */
  abstract static class Race {
    private final int before;
    private final GuardProbe probe = new GuardProbe(LEFT + RIGHT + 1, Reactions.none());
    private final Scene scene = stage(probe);

    Race() {
      this(0);
    }

    /** With a promise, if {@code before} is one, to a third thread, that will not come again. */
    Race(int before) {
      this.before = before;
      push(2, before);
    }

    abstract Scene stage(GuardProbe probe);

    final void left() {
      push(0, LEFT);
    }

    final void right() {
      push(1, RIGHT);
    }

    private void push(int producer, int count) {
      for (int i = 0; i < count; i++) {
        scene.next(new Item(producer, i));
      }
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = probe.overlaps();
      result.r3 = Math.abs(before + LEFT + RIGHT - result.r1) + result.r2 + scene.strange();
    }
  }

  private static Scene of(EmissionRight right, GuardProbe probe) {
    return Scene.broken(right, ErrorMode.IMMEDIATE, probe);
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Promised extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return Scene.biased(ErrorMode.IMMEDIATE, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** What the twins but the first are made of: the owner fences itself, and all is well. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Fenced extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.Fenced(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: nothing fences the owner. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class WithoutBarrierBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.WithoutBarrier(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: the owner looks at the word, and then marks itself as inside. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LateMarkBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.LateMark(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: the owner does not look at the word after it marked itself as outside. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class BlindLeaveBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.BlindLeave(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: who took the promise out does not heed that the right is its own by that. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class UnheededClaimBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.UnheededClaim(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: an owner that finds its promise gone takes the right, whoever claimed it. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class EveryClaimBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.EveryClaim(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: an owner that claimed on entering claims again on leaving. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class SecondClaimBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.SecondClaim(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The library: two come upon the promise to a third. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class PromisedToAThird extends Race {
    public PromisedToAThird() {
      super(1);
    }

    @Override
    Scene stage(GuardProbe probe) {
      return Scene.biased(ErrorMode.IMMEDIATE, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: who finds the promise already taken out takes the right as well. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class PresumptionBroken extends Race {
    public PresumptionBroken() {
      super(1);
    }

    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.Presumption(), probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
