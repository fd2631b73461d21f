package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Verdict;

/**
 * The callback for the end of a stream runs once: whether it is set before, during or after the end,
 * and even if two threads bring the end about.
 */
public final class CallbackRunsOnce {
  private CallbackRunsOnce() {}

  /** The end comes while its callback is set. Result: callbacks set, calls, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class CallbackArrives {
    private final SerialSink<Item> sink = Serializer.<Item>withDefaults().sink();
    private final AtomicInteger calls = new AtomicInteger();

    @Actor
    public void a() {
      sink.onTermination(calls::getAndIncrement);
    }

    @Actor
    public void b() {
      sink.abandon();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = 1;
      result.r2 = calls.get();
      result.r3 = Math.abs(1 - result.r2);
    }
  }

  /** Two threads end the stream, which nobody has subscribed to. Result: callbacks set, calls, faults. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class EndsTwice {
    private final SerialSink<Item> sink = Serializer.<Item>withDefaults().sink();
    private final AtomicInteger calls = new AtomicInteger();

    public EndsTwice() {
      sink.onTermination(calls::getAndIncrement);
    }

    @Actor
    public void a() {
      sink.abandon();
    }

    @Actor
    public void b() {
      sink.abandon();
    }

    @Arbiter
    public void end(III_Result result) {
      result.r1 = 1;
      result.r2 = calls.get();
      result.r3 = Math.abs(1 - result.r2);
    }
  }
}
