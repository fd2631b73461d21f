package org.reactiveserializer.stress;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/** Who waits for room gets a place when there is one, and is told. */
public final class SinkNotifiesOfRoom {
  private SinkNotifiesOfRoom() {}

  /**
   * An item finds no room and waits for it, without a thread; at the same time room is made. Result:
   * items accepted, items delivered, faults.
   */
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene = stage(probe);

    Race() {
      scene.emit(one); // fills the queue
    }

    abstract SinkScene stage(PlainProbe probe);

    final void left() {
      scene.emitLater(two);
      scene.emitLater(three);
    }

    final void arrive() {
      scene.subscribe();
    }

    final void drain() {
      scene.request(2);
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

  /** As it is. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
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

  /** Room for an item of this weight. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class WeighedWaiters extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.weighing(1, Overflow.DROP_NEWEST, probe);
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

  /** The subscriber arrives at the same time, and requests after that. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Arrival extends Race {
    @Override
    SinkScene stage(PlainProbe probe) {
      return SinkScene.bare(1, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      arrive();
    }

    @Arbiter
    public void end(III_Result result) {
      drain();
      judge(result);
    }
  }

  /**
   * A heavy item is withdrawn from the line while an owner looks whether there is room for it. Behind it is a
   * light one, for which there is. Result: items accepted, items delivered, faults.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Withdrawal {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final SinkScene scene = SinkScene.weighing(3, probe);
    private final CompletableFuture<EmitOutcome> heavy;

    public Withdrawal() {
      scene.emit(new Item(0, 1)); // waits, and weighs 1 of 3
      heavy = scene.emitLater(new Item(0, 3));
      scene.emitLater(new Item(0, 2));
    }

    @Actor
    public void a() {
      heavy.cancel(false);
    }

    @Actor
    public void b() {
      scene.emit(new Item(1, 3)); // too heavy: it is refused, after a pass
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(2 - result.r1) + result.r2 + Math.abs(2 - scene.backlog()) + scene.wrong();
    }
  }
}
