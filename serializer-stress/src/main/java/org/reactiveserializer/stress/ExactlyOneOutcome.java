package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * Every item is delivered or discarded, exactly once, no matter how the stream ends; every error is
 * signalled or dropped, exactly once.
 */
public final class ExactlyOneOutcome {
  private ExactlyOneOutcome() {}

  /** Items meet an error that overtakes them. Result: items delivered, items discarded, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class ItemsMeetError {
    private final PlainProbe probe = new PlainProbe(4, Reactions.linger());
    private final Item one = new Item(0, 1);
    private final Item two = new Item(0, 2);
    private final Item three = new Item(0, 3);
    private final Item four = new Item(1, 1);
    private final Failure error = new Failure("emitted");
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    @Actor
    public void a() {
      scene.next(one);
      scene.next(two);
      scene.next(three);
    }

    @Actor
    public void b() {
      scene.next(four);
      scene.fail(error);
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = scene.outcomes().discarded();
      result.r3 =
          probe.misfates(one, two, three, four)
              + probe.misfate(error)
              + Math.abs(1 - probe.terminals());
    }
  }
}
