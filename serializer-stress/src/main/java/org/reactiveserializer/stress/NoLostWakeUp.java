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
import org.reactiveserializer.stress.support.SignalledCell;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Everything that was handed over or signalled is processed before the last thread releases the
 * right.
 */
public final class NoLostWakeUp {
  private NoLostWakeUp() {}

  /** Two threads emit. Result: items delivered, items that still wait, items lost. */
  abstract static class Items {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Scene scene = stage(probe);

    abstract Scene stage(PlainProbe probe);

    final void left() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    final void drain() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(4 - result.r1) + Math.abs(result.r2) + scene.strange();
    }
  }

  /**
   * A subscription and a completion arrive, each as a signal, while another thread emits. Result:
   * items delivered, items discarded, signals lost.
   */
  abstract static class Signals {
    private final PlainProbe probe = new PlainProbe(2, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Scene scene = stage(probe);

    abstract Scene stage(PlainProbe probe);

    final void left() {
      scene.next(one);
      scene.next(two);
    }

    final void drain() {
      scene.subscribe(new TestUpstream());
      scene.complete();
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - probe.subscriptions())
              + Math.abs(1 - probe.terminals())
              + probe.misfates(one, two);
    }
  }

  /** The library: {@code tryExit} fails while work waits. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class ItemsAreTaken extends Items {
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

  /** Twin: the owner releases ownership without checking whether work was handed over meanwhile. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class BlindExitBroken extends Items {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(new BrokenStates.BlindExit(), ErrorMode.IMMEDIATE, probe);
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

  /** The library: a signal changes the word even if the owner may be about to release ownership. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class SignalsAreSeen extends Signals {
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

  /** Twin: a signal leaves no mark in the word while there is an owner. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class SilentSignalBroken extends Signals {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(new BrokenStates.SilentSignal(), ErrorMode.IMMEDIATE, probe);
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

  /** Twin: a pass looks for signals before it takes the work, not after. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookFirstBroken extends SignalRace {
    @Override
    SignalledCell cell() {
      return SignalledCell.lookingFirst();
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
