package org.reactiveserializer.stress;

import java.util.concurrent.RejectedExecutionException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
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
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Relayed {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene = SinkScene.relayed(tasks, probe);

    public Relayed() {
      scene.emit(new Item(0, 1), new Item(0, 2));
    }

    @Actor
    public void a() {
      scene.request(4);
      tasks.run();
    }

    @Actor
    public void b() {
      scene.emit(new Item(1, 1), new Item(1, 2));
      tasks.run();
    }

    @Arbiter
    public void end(III_Result result) {
      tasks.run();
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(4 - result.r1) + Math.abs(result.r2) + scene.wrong();
    }
  }

  /**
   * An executor passes its tasks to another thread, and throws all the same: one of the two threads goes
   * on. Result: items delivered, items waiting, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Careless {
    private static final int MOMENT = 200;

    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene =
        SinkScene.relayed(
            task -> {
              tasks.execute(task);
              throw new RejectedExecutionException("rejected, although the task runs");
            },
            probe);

    public Careless() {
      scene.emit(new Item(0, 1), new Item(0, 2), new Item(0, 3));
    }

    @Actor
    public void a() {
      scene.request(3);
    }

    @Actor
    public void b() {
      for (int i = 0; i < MOMENT && tasks.isEmpty(); i++) {
        Thread.onSpinWait();
      }
      tasks.run();
    }

    @Arbiter
    public void end(III_Result result) {
      tasks.run();
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(3 - result.r1) + result.r2 + probe.overlaps() + probe.disorder();
    }
  }
}
