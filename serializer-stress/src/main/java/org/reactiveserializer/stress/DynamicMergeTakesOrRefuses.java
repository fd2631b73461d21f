package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.DynamicScene;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Verdict;

/** A source that is added to a dynamic merge is subscribed to once, refused, or given to its hook,
 * whatever ends the merge at the same time; and one that was accepted before the close is merged to
 * its end. */
public final class DynamicMergeTakesOrRefuses {
  private DynamicMergeTakesOrRefuses() {}

  /** A source is added, and its items are emitted, while the merge is closed. Result: whether it was
   * accepted, items delivered, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Close {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = new DynamicScene(probe);

    public Close() {
      scene.subscribe();
    }

    @Actor
    public void a() {
      if (scene.add()) {
        scene.next(new Item(0, 1));
        scene.next(new Item(0, 2));
        scene.complete();
      }
    }

    @Actor
    public void b() {
      scene.close();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(result.r1 - scene.subscriptions())
              + Math.abs(2 * result.r1 - result.r2)
              + Math.abs(1 - probe.terminals())
              + scene.unused()
              + scene.outcomes().discarded()
              + scene.wrong();
    }
  }

  /** A source is added while the subscriber comes: one of the two threads subscribes to it. Result:
   * subscriptions, items delivered, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Subscriber {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = new DynamicScene(probe);

    @Actor
    public void a() {
      scene.add();
    }

    @Actor
    public void b() {
      scene.subscribe();
    }

    @Arbiter
    public void end(III_Result result) {
      scene.next(new Item(0, 1));
      scene.complete();
      scene.close();
      result.r1 = scene.subscriptions();
      result.r2 = probe.delivered();
      result.r3 =
          Math.abs(1 - result.r1)
              + Math.abs(1 - result.r2)
              + Math.abs(1 - probe.terminals())
              + scene.unused()
              + scene.wrong();
    }
  }

  /** A source is added while the subscriber cancels. Result: whether it was accepted, subscriptions,
   * faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Cancel {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = new DynamicScene(probe);

    public Cancel() {
      scene.subscribe();
    }

    @Actor
    public void a() {
      scene.add();
    }

    @Actor
    public void b() {
      scene.cancel();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = scene.accepted();
      result.r2 = scene.subscriptions();
      result.r3 =
          Math.abs(result.r1 - result.r2 - scene.unused())
              + Math.abs(result.r2 - scene.cancellations())
              + (scene.add() ? 1 : 0)
              + probe.terminals()
              + scene.wrong();
    }
  }
}
