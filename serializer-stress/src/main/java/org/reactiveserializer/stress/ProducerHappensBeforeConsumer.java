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

/** The owner sees everything that a producer wrote before it emitted. */
public final class ProducerHappensBeforeConsumer {
  private ProducerHappensBeforeConsumer() {}

  /**
   * Items with a plain field. Result: items delivered, items lost, items whose field was not
   * visible.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class PlainField {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);
    private final Item[] items = {new Item(0, 1), new Item(0, 2), new Item(1, 1), new Item(1, 2)};

    @Actor
    public void a() {
      scene.next(items[0]);
      scene.next(items[1]);
    }

    @Actor
    public void b() {
      scene.next(items[2]);
      scene.next(items[3]);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = 4 - probe.delivered();
      result.r3 = probe.unfilled();
    }
  }
}
