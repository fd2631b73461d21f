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

/** A source that is removed from a dynamic merge: each of its items is delivered or discarded, and
 * the merge completes without it. */
public final class DynamicMergeRemoves {
  private DynamicMergeRemoves() {}

  /** A source emits while it is removed. Result: items delivered, items discarded, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Removal {
    private final PlainProbe probe = new PlainProbe(2, Reactions.linger());
    private final DynamicScene scene = new DynamicScene(probe);

    public Removal() {
      scene.subscribe();
      scene.add();
      scene.close();
    }

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    @Actor
    public void b() {
      scene.remove();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          Math.abs(2 - result.r1 - result.r2)
              + Math.abs(1 - scene.cancellations())
              + Math.abs(1 - probe.terminals())
              + scene.wrong();
    }
  }
}
