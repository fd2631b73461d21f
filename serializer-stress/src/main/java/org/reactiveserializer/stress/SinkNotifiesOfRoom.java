package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.stress.broken.BrokenQueues;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/** A thread that waits for room is notified when there is room. */
public final class SinkNotifiesOfRoom {
  private SinkNotifiesOfRoom() {}

  /**
   * Two threads wait for room; one of them makes room before. Result: items accepted, items
   * delivered, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(1, 1);
    private final SinkScene scene = stage(probe);

    Race() {
      scene.emit(one); // fills the queue
    }

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emitPatiently(two);
    }

    final void drain() {
      scene.request(2);
      scene.emitPatiently(three);
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(3 - result.r1)
              + Math.abs(2 - result.r2)
              + Math.abs(1 - scene.backlog())
              + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Waiters extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.refusing(1, probe);
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

  /** Twin: a thread is counted as waiting only after it has looked for room. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LateWaiterBroken extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.with(
          new BoundedQueue<>(1, 1, new BrokenQueues.LateWaiter()), Overflow.DROP_NEWEST, probe);
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
