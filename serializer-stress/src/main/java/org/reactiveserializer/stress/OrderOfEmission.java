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
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An item whose emission happened before another one's is delivered first, although different
 * threads emitted the two: a serial source may change threads.
 */
public final class OrderOfEmission {
  private OrderOfEmission() {}

  /**
   * One thread delivers, and emits from within: enough items for a segment, which stays open. The other
   * thread emits the first items of a serial source, and says so by a volatile write. The first
   * thread then emits the last one, which would still fit into its segment. Result: items delivered,
   * items that wait, items lost or out of order.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Linked {
    private static final int ECHOES = 12;
    private static final int FIRST = 2;

    private final PlainProbe probe = new PlainProbe(1 + ECHOES + FIRST + 1, this::react);
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);
    private int emitted = 1 + ECHOES + FIRST;
    private volatile boolean linked;

    private void react(Item item) {
      if (!item.isOf(0)) {
        return;
      }
      for (int i = 1; i <= ECHOES; i++) {
        scene.next(new Item(2, i));
      }
      for (int i = 0; i < 100 && !linked; i++) {
        Thread.onSpinWait();
      }
      if (linked) {
        emitted++;
        scene.next(new Item(1, FIRST + 1));
      }
    }

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
    }

    @Actor
    public void b() {
      for (int i = 1; i <= FIRST; i++) {
        scene.next(new Item(1, i));
      }
      linked = true;
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.backlog();
      result.r3 = probe.disorder() + Math.abs(emitted - probe.delivered());
    }
  }
}
