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

/** No signal follows the terminal one (§1.7). */
public final class NothingAfterTerminal {
  private NothingAfterTerminal() {}

  /**
   * Items meet a completion. Result: items delivered, items discarded, signals after the terminal
   * one. Signals that the library stops at the last moment by an exception count as well.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class ItemsMeetCompletion {
    private final PlainProbe probe = new PlainProbe(3, Reactions.none());
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(new Item(0, 1));
      scene.next(new Item(0, 2));
    }

    @Actor
    public void b() {
      scene.next(new Item(1, 1));
      scene.complete();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 = probe.late() + scene.strange() + Math.abs(1 - probe.terminals());
    }
  }
}
