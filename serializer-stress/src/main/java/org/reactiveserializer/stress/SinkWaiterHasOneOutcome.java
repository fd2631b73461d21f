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
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.stress.broken.BrokenQueues;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An item that waits for room is admitted, withdrawn or refused, one of the three, and what was
 * admitted is delivered; and a place that one gives up is given to the next.
 */
public final class SinkWaiterHasOneOutcome {
  private SinkWaiterHasOneOutcome() {}

  /**
   * Two items wait; one is withdrawn while room is made for one. Result: items accepted, items
   * delivered, faults.
   */
  abstract static class Withdrawal {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene =
        SinkScene.with(new BoundedQueue<>(1, 1, line()), Overflow.DROP_NEWEST, probe);
    private final CompletableFuture<EmitOutcome> impatient;

    Withdrawal() {
      scene.emit(one); // fills the queue
      impatient = scene.emitLater(two);
      scene.emitLater(three);
    }

    abstract RoomLine<Item> line();

    final void withdraw() {
      impatient.cancel(false);
    }

    final void makeRoom() {
      scene.request(1);
    }

    final void judge(III_Result result) {
      boolean withdrawn = impatient.isCancelled();
      int afterOnePlace = scene.accepted();
      scene.request(9);
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs((withdrawn ? 2 : 3) - result.r1)
              + Math.abs(result.r1 - result.r2)
              + Math.abs(2 - afterOnePlace)
              + scene.backlog()
              + probe.misfates(one, two, three)
              + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class WithdrawnOrAdmitted extends Withdrawal {
    @Override
    RoomLine<Item> line() {
      return new RoomLine<>(Runnable::run);
    }

    @Actor
    public void a() {
      withdraw();
    }

    @Actor
    public void b() {
      makeRoom();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: an item may be withdrawn until its caller is told that it was admitted. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LateWithdrawalBroken extends Withdrawal {
    @Override
    RoomLine<Item> line() {
      return new BrokenQueues.LateWithdrawal();
    }

    @Actor
    public void a() {
      withdraw();
    }

    @Actor
    public void b() {
      makeRoom();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Items that find no room meet the end of the stream. Result: items accepted, items delivered, faults. */
  abstract static class End {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene =
        SinkScene.with(new BoundedQueue<>(1, 1, line()), Overflow.DROP_NEWEST, probe);

    End() {
      scene.emit(one); // fills the queue
    }

    abstract RoomLine<Item> line();

    final void join() {
      scene.emitLater(two);
      scene.emitLater(three);
    }

    final void finish() {
      scene.request(1);
      Reactions.spinForSome(); // the other thread takes longer to join the line
      scene.cancel();
    }

    final void judge(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - result.r2 - scene.outcomes().discarded())
              + scene.backlog()
              + probe.misfates(one, two, three)
              + scene.wrong();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class AdmittedOrRefused extends End {
    @Override
    RoomLine<Item> line() {
      return new RoomLine<>(Runnable::run);
    }

    @Actor
    public void a() {
      join();
    }

    @Actor
    public void b() {
      finish();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: only the thread that ends the stream refuses, and not one that joins the line after that. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class RefusesOnceBroken extends End {
    @Override
    RoomLine<Item> line() {
      return new BrokenQueues.RefusesOnce();
    }

    @Actor
    public void a() {
      join();
    }

    @Actor
    public void b() {
      finish();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
