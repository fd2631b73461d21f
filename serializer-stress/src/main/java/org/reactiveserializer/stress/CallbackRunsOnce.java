package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.operator.OnceCallback;
import org.reactiveserializer.stress.broken.LooseCallback;
import org.reactiveserializer.stress.support.Verdict;

/**
 * The callback of an event that happens once runs once: whether it is set before, during or after
 * the event, and even if two threads trigger the event.
 */
public final class CallbackRunsOnce {
  private CallbackRunsOnce() {}

  /** Counts the calls of the callbacks. */
  abstract static class Race {
    private final OnceCallback occasion;
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicInteger early = new AtomicInteger();

    Race(OnceCallback occasion) {
      this.occasion = occasion;
    }

    final void callEarly() {
      occasion.call(early::getAndIncrement);
    }

    final void callLate() {
      occasion.call(late::getAndIncrement);
    }

    final void happen() {
      occasion.happen();
    }

    /** Result: calls of the callbacks, faults. */
    final void judge(III_Result result) {
      result.r1 = early.get();
      result.r2 = late.get();
      result.r3 = Math.abs(1 - result.r1 - result.r2);
    }
  }

  /** The library: the event happens while its callback is set. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class CallbackArrives extends Race {
    public CallbackArrives() {
      super(new OnceCallback());
    }

    @Actor
    public void a() {
      callLate();
    }

    @Actor
    public void b() {
      happen();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: checks for the event, and only then sets the callback. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenSetBroken extends Race {
    public LookThenSetBroken() {
      super(new LooseCallback.LookThenSet());
    }

    @Actor
    public void a() {
      callLate();
    }

    @Actor
    public void b() {
      happen();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The library: two threads trigger the event. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class HappensTwice extends Race {
    public HappensTwice() {
      super(new OnceCallback());
      callEarly();
    }

    @Actor
    public void a() {
      happen();
    }

    @Actor
    public void b() {
      happen();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: looks for the callback, and only then marks the event as past. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenTakeBroken extends Race {
    public LookThenTakeBroken() {
      super(new LooseCallback.LookThenTake());
      callEarly();
    }

    @Actor
    public void a() {
      happen();
    }

    @Actor
    public void b() {
      happen();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
