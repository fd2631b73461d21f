package org.reactiveserializer.stress;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.EmitOutcome;
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
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class WithdrawnOrAdmitted {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene = SinkScene.refusing(1, probe);
    private final CompletableFuture<EmitOutcome> impatient;

    public WithdrawnOrAdmitted() {
      scene.emit(one); // fills the queue
      impatient = scene.emitLater(two);
      scene.emitLater(three);
    }

    @Actor
    public void a() {
      impatient.cancel(false);
    }

    @Actor
    public void b() {
      scene.request(1);
    }

    @Arbiter
    public void end(III_Result result) {
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

  /** Items that find no room meet the end of the stream. Result: items accepted, items delivered, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class AdmittedOrRefused {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final SinkScene scene = SinkScene.refusing(1, probe);

    public AdmittedOrRefused() {
      scene.emit(one); // fills the queue
    }

    @Actor
    public void a() {
      scene.emitLater(two);
      scene.emitLater(three);
    }

    @Actor
    public void b() {
      scene.request(1);
      Reactions.spinForSome(); // the other thread takes longer to join the line
      scene.cancel();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - result.r2 - scene.outcomes().discarded())
              + scene.backlog()
              + probe.misfates(one, two, three)
              + scene.wrong();
    }
  }
}
