package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Tasks;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Everything that was handed over or signalled is processed before the last thread releases the
 * right.
 */
public final class NoLostWakeUp {
  private NoLostWakeUp() {}

  /** Two threads emit. Result: items delivered, items that still wait, items lost. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class ItemsAreTaken {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    @Actor
    public void b() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(4 - result.r1) + Math.abs(result.r2) + scene.strange();
    }
  }

  /**
   * A subscription and a completion arrive, each as a signal, while another thread emits. Result:
   * items delivered, items discarded, signals lost.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class SignalsAreSeen {
    private final PlainProbe probe = new PlainProbe(2, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(one);
      scene.next(two);
    }

    @Actor
    public void b() {
      scene.subscribe(new TestUpstream());
      scene.complete();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(1 - probe.subscriptions())
              + Math.abs(1 - probe.terminals())
              + probe.misfates(one, two);
    }
  }

  /**
   * So many items wait that a thread hands over several by one node, while a task takes them. Result:
   * items delivered, items that still wait, items lost.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class RunsAreTaken {
    private static final int WAITING = 10;
    private static final int MORE = 4;

    private final PlainProbe probe = new PlainProbe(WAITING + MORE, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene = SinkScene.tasksOnly(tasks, probe);

    public RunsAreTaken() {
      scene.request(Long.MAX_VALUE);
      emit(0, WAITING);
    }

    private void emit(int producer, int count) {
      for (int i = 0; i < count; i++) {
        scene.emit(new Item(producer, i));
      }
    }

    @Actor
    public void a() {
      emit(1, MORE);
    }

    @Actor
    public void b() {
      Reactions.spinForSome();
      tasks.run();
    }

    @Arbiter
    public void end(III_Result result) {
      tasks.run();
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(WAITING + MORE - result.r1) + Math.abs(result.r2) + scene.wrong();
    }
  }

  /**
   * Two threads leave items for which there is no demand: each hands several over, or is the owner and keeps
   * its own. Result: items that wait, items delivered when all are requested, items lost.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class OwnersKeepTheirs {
    private static final int EACH = 6;

    private final PlainProbe probe = new PlainProbe(2 * EACH, Reactions.none());
    private final SinkScene scene = SinkScene.unbounded(probe);

    private void emit(int producer) {
      for (int i = 0; i < EACH; i++) {
        scene.emit(new Item(producer, i));
      }
    }

    @Actor
    public void a() {
      emit(0);
    }

    @Actor
    public void b() {
      emit(1);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.backlog();
      scene.request(Long.MAX_VALUE);
      result.r2 = probe.delivered();
      result.r3 = Math.abs(2 * EACH - result.r1) + Math.abs(result.r1 - result.r2) + scene.wrong();
    }
  }
}
