package org.reactiveserializer.stress;

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
 * Where only tasks deliver, a thread that finds nothing to deliver submits no task, and yet no item
 * that is requested is held back.
 */
public final class SinkLeavesToTasks {
  private SinkLeavesToTasks() {}

  /** An item meets a request for one. Result: items delivered, items waiting, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class ItemMeetsRequest {
    private final PlainProbe probe = new PlainProbe(1, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene = SinkScene.tasksOnly(tasks, probe);

    @Actor
    public void a() {
      scene.emit(new Item(0, 1));
      tasks.run();
    }

    @Actor
    public void b() {
      scene.request(1);
      tasks.run();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = Math.abs(1 - result.r1) + Math.abs(result.r2) + scene.wrong();
    }
  }
}
