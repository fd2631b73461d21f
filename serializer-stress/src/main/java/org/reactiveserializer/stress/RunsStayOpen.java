package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenRuns;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Items appended to a run that the owner has taken are delivered in order, even if the owner is
 * about to release the right; so are the items of the next run.
 */
public final class RunsStayOpen {
  private RunsStayOpen() {}

  /**
   * While one thread delivers, enough items wait for the other thread to start a run. It appends to
   * that run while the items are delivered and the first thread releases the right. Result: items
   * delivered, items that wait, items lost or out of order.
   */
  abstract static class Race {
    private static final int ECHOES = 9;
    private static final int APPENDED = 12;
    private static final int ALL = 1 + ECHOES + APPENDED;

    private final PlainProbe probe = new PlainProbe(ALL, this::react);
    private final Scene scene = stage(probe);
    private volatile boolean waiting;

    abstract Scene stage(PlainProbe probe);

    private void react(Item item) {
      if (item.isOf(0)) {
        for (int i = 1; i <= ECHOES; i++) {
          scene.next(new Item(2, i));
        }
        waiting = true;
        Reactions.spin();
      }
    }

    final void left() {
      scene.next(new Item(0, 1));
    }

    final void right() {
      for (int i = 0; i < 100 && !waiting; i++) {
        Thread.onSpinWait();
      }
      for (int i = 1; i <= APPENDED; i++) {
        scene.next(new Item(1, i));
      }
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = probe.disorder() + Math.abs(ALL - probe.delivered());
    }
  }

  /**
   * The library: an owner seals all open runs before it releases the right, and looks once more.
   */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Sealed extends Race {
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
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: releases the right without looking at open runs. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LeftOpenBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.of(BrokenRuns::leftOpen, probe);
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

  /** Twin: a producer appends to its older run again. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class BackToTheOlderBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.of(BrokenRuns::backToTheOlder, probe);
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
