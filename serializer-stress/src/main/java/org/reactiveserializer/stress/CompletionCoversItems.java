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
import org.reactiveserializer.stress.support.Verdict;

/**
 * A completion is delivered after all items whose {@code onNext} had returned before {@code
 * onComplete} was called.
 */
public final class CompletionCoversItems {
  private CompletionCoversItems() {}

  /**
   * One thread emits and completes, another one emits. Result: items delivered, items discarded,
   * items that should have been delivered before the completion.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final PlainProbe probe = new PlainProbe(3, Reactions.linger());
    private final Item covered = new Item(0, 2);
    private final Item other = new Item(1, 1);
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      Reactions.spin(); // so that an owner is delivering a batch when the remaining items arrive
      scene.next(covered);
      scene.complete();
    }

    @Actor
    public void b() {
      scene.next(other);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 = Math.abs(1 - probe.deliveries(covered)) + probe.late();
    }
  }
}
