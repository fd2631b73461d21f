package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
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
import org.reactivestreams.Subscriber;

/**
 * The next owner sees what the previous one wrote in the downstream: plain fields suffice (§1.3).
 */
public final class ConsumerHappensBeforeNext {
  private ConsumerHappensBeforeNext() {}

  /**
   * Two threads emit into a plain log. Result: items delivered, updates lost, marks torn or calls
   * that threw.
   */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Log {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1).filled();
    private final Item two = new Item(1, 1).filled();
    private final Subscriber<Item> subject = Scene.of(ErrorMode.IMMEDIATE, probe).signals();

    // Calls that ended with an exception, which can happen because the library's own fields are
    // plain, too.
    private final AtomicInteger strange = new AtomicInteger();

    @Actor
    public void a() {
      emitTwice(one);
    }

    @Actor
    public void b() {
      emitTwice(two);
    }

    // Nothing may stand between the two calls: for example, an allocation is a fence for the
    // compiler.
    private void emitTwice(Item item) {
      try {
        subject.onNext(item);
        subject.onNext(item);
      } catch (RuntimeException caught) {
        strange.getAndIncrement();
      }
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = 4 - probe.delivered();
      result.r3 = probe.overlaps() + result.r2 + strange.get();
    }
  }
}
