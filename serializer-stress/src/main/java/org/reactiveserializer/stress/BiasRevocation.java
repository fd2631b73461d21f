package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.stress.broken.BrokenBiases;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A promise is revoked while its holder acquires and releases ownership: no overlap (§1.3), and
 * nothing lost.
 */
public final class BiasRevocation {
  private static final int LEFT = 4;
  private static final int RIGHT = 2;

  private BiasRevocation() {}

  /**
   * One thread emits, and has a promise after its first release; another thread emits in between.
   * Result: items delivered, overlaps, faults.
   */
  abstract static class Race {
    private final int before;
    private final GuardProbe probe = new GuardProbe(LEFT + RIGHT + 1, Reactions.none());
    private final Scene scene = stage(probe);

    Race() {
      this(0);
    }

    /** If {@code before} is 1, a third thread, which emits nothing afterwards, has a promise. */
    Race(int before) {
      this.before = before;
      emit(2, before);
    }

    abstract Scene stage(GuardProbe probe);

    final void left() {
      emit(0, LEFT);
    }

    final void drain() {
      emit(1, RIGHT);
    }

    private void emit(int producer, int count) {
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

  private static Scene of(DrainState drain, GuardProbe probe) {
    return Scene.broken(drain, ErrorMode.IMMEDIATE, probe);
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The base of all twins but the first: correct, because the holder itself executes the fence. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: no barrier is executed for the holder. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: the holder looks at the word, and only then marks itself as inside. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: the holder does not look at the word after it has marked itself as outside. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: a revoker that removes the promise and thereby acquires ownership does not use it. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class UnusedClaimBroken extends Race {
    @Override
    Scene stage(GuardProbe probe) {
      return of(new BrokenBiases.UnusedClaim(), probe);
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

  /** Twin: a holder whose promise is gone acquires ownership, no matter which thread claimed it. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: a holder that claimed its promise on entry claims it again on exit. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The library: two threads find the promise to a third one. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: a thread that finds the promise already removed acquires ownership as well. */
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
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
