package org.reactiveserializer.stress;

import java.util.concurrent.Executor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Tasks;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A thread that has delivered its limit of items hands the emission to the executor: no overlap,
 * and nothing lost.
 */
public final class SinkHandsOn {
  private SinkHandsOn() {}

  /**
   * Two items wait; one thread requests them, another one emits more. Each thread may deliver one
   * item and hands the rest to the executor, whose tasks either thread runs. Result: items
   * delivered, items waiting, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene = scene(tasks, probe);

    Race() {
      scene.emit(new Item(0, 1), new Item(0, 2));
    }

    abstract SinkScene scene(Executor executor, Probe downstream);

    final void requester() {
      scene.request(4);
      tasks.run();
    }

    final void emitter() {
      scene.emit(new Item(1, 1), new Item(1, 2));
      tasks.run();
    }

    final void judge(III_Result result) {
      tasks.run();
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(4 - result.r1) + Math.abs(result.r2) + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Relayed extends Race {
    @Override
    SinkScene scene(Executor executor, Probe downstream) {
      return SinkScene.relayed(executor, downstream);
    }

    @Actor
    public void a() {
      requester();
    }

    @Actor
    public void b() {
      emitter();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: releases ownership before it hands the emission to the executor. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LeaveThenHandOnBroken extends Race {
    @Override
    SinkScene scene(Executor executor, Probe downstream) {
      return SinkScene.relayed(new BrokenStates.LeaveThenHandOn(), executor, downstream);
    }

    @Actor
    public void a() {
      requester();
    }

    @Actor
    public void b() {
      emitter();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
