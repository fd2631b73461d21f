package org.reactiveserializer.stress;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.HandoffTask;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.broken.LooseHandoff;
import org.reactiveserializer.stress.support.Verdict;

/**
 * One thread continues the emission, no matter what an executor does with the task that hands it
 * over.
 */
public final class HandoffHasOneOwner {
  private static final int MOMENT = 200;

  private HandoffHasOneOwner() {}

  /**
   * The executor passes the task to another thread, and throws. Result: continued by the caller,
   * continued by the executor, faults.
   */
  abstract static class Race {
    private final Counting loop = new Counting();
    private final AtomicReference<@Nullable Runnable> given = new AtomicReference<>();
    private final AtomicInteger here = new AtomicInteger();

    abstract HandoffTask relay(DrainLoop loop);

    final void owner() {
      try {
        if (!relay(loop).start(this::giveAndThrow)) {
          here.getAndIncrement();
        }
      } catch (RejectedExecutionException rejected) {
        here.getAndIncrement();
      }
    }

    private void giveAndThrow(Runnable task) {
      given.set(task);
      throw new RejectedExecutionException("rejected, although the task may run");
    }

    final void executor() {
      for (int i = 0; i < MOMENT; i++) {
        Runnable task = given.get();
        if (task != null) {
          task.run();
          return;
        }
        Thread.onSpinWait();
      }
    }

    final void judge(III_Result result) {
      result.r1 = here.get();
      result.r2 = loop.passes;
      result.r3 = Math.abs(1 - result.r1 - result.r2);
    }
  }

  /** Counts the threads that continue. */
  private static final class Counting extends DrainLoop {
    int passes;

    Counting() {
      super(newDrainState(), null, null);
      drain.tryEnter();
    }

    @Override
    protected void pass(@Nullable Work youngest) {
      passes++;
    }

    @Override
    protected void abort(Throwable cause) {
      drain.closeWord();
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Throwing extends Race {
    @Override
    HandoffTask relay(DrainLoop loop) {
      return new HandoffTask(loop);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      executor();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: claims the emission in two steps. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LooseRelayBroken extends Race {
    @Override
    HandoffTask relay(DrainLoop loop) {
      return new LooseHandoff(loop);
    }

    @Actor
    public void a() {
      owner();
    }

    @Actor
    public void b() {
      executor();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
