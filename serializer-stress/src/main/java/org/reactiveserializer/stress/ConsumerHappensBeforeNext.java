package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.UnfencedLock;
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
  abstract static class Race {
    private final PlainProbe probe = new PlainProbe(4, Reactions.none());
    private final Item one = new Item(0, 1).filled();
    private final Item two = new Item(1, 1).filled();
    private final Subscriber<Item> subject = stage(probe).signals();

    // Calls that ended with an exception, which can happen because the library's own fields are
    // plain, too.
    private final AtomicInteger strange = new AtomicInteger();

    abstract Scene stage(PlainProbe probe);

    final void left() {
      emitTwice(one);
    }

    final void drain() {
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

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = 4 - probe.delivered();
      result.r3 = probe.overlaps() + result.r2 + strange.get();
    }
  }

  /** The library: exit and entry are volatile accesses. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Log extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.sound(ErrorMode.IMMEDIATE, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: a lock of two flags that is correct except for a missing fence. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class UnfencedLockBroken extends Race {
    @Override
    Scene stage(PlainProbe probe) {
      return Scene.broken(new UnfencedLock(), ErrorMode.IMMEDIATE, probe);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      drain();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
