package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.stress.broken.LateTask;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Tasks;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Where only tasks deliver, and the executor drops them, a cancellation discards every item that was
 * accepted.
 */
public final class SinkCancelsDroppedTask {
  private SinkCancelsDroppedTask() {}

  /** An item meets a cancellation. Result: items delivered, items discarded, faults. */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(1, Reactions.none());
    private final Tasks tasks = new Tasks();
    private final SinkScene scene = SinkScene.tasksOnly(this::sink, tasks, probe);
    private final Item item = new Item(0, 1);

    Race() {
      scene.request(1);
      tasks.run(); // the last one that runs
    }

    abstract SinkOperator<Item> sink(SerialSettings<Item> settings);

    final void emitter() {
      scene.emit(item);
    }

    final void canceller() {
      scene.cancel();
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 = probe.misfates(item) + scene.backlog() + scene.wrong();
    }
  }

  /** The library: the owner looks for a cancellation after it has published the task. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class ItemMeetsCancellation extends Race {
    @Override
    SinkOperator<Item> sink(SerialSettings<Item> settings) {
      return new SinkOperator<>(settings);
    }

    @Actor
    public void a() {
      emitter();
    }

    @Actor
    public void b() {
      canceller();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: the owner does not look again. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LateTaskBroken extends Race {
    @Override
    SinkOperator<Item> sink(SerialSettings<Item> settings) {
      return new LateTask(settings);
    }

    @Actor
    public void a() {
      emitter();
    }

    @Actor
    public void b() {
      canceller();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
