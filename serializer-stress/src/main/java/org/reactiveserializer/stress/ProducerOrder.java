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
 * The items of one thread arrive in its order, even if one is delivered by its thread and the next
 * one is handed over.
 */
public final class ProducerOrder {
  private ProducerOrder() {}

  /**
   * Two threads emit three items each, and the downstream emits some of its own, which lie between
   * those that wait. Result: items delivered, items that wait, items out of order.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Items {
    private final PlainProbe probe = new PlainProbe(9, this::react);
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);
    private int echoes;

    private void react(Item item) {
      Reactions.spin();
      if (!item.isOf(2) && echoes < 3) {
        scene.next(new Item(2, ++echoes));
        Reactions.spin();
      }
    }

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
      scene.next(new Item(0, 3));
    }

    @Actor
    public void b() {
      scene.next(new Item(1, 1));
      scene.next(new Item(1, 2));
      scene.next(new Item(1, 3));
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = probe.disorder() + Math.abs(9 - probe.delivered());
    }
  }
}
