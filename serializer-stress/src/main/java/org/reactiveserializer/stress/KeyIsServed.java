package org.reactiveserializer.stress;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Verdict;

/** What comes to a key, or to another one, while the only task ceases to serve, is served. */
public final class KeyIsServed {
  private KeyIsServed() {}

  /** A sink with one item and its task, and a thread that brings another item. Result: accepted, handled, faults. */
  abstract static class Race {
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>();
    private boolean isAccepted;
    private int handled; // plain: one at a time
    private final KeyedSink<Integer, Integer> keys =
        KeyedSerializer.<Integer, Integer>by(item -> item % 2)
            .bounded(1, 9)
            .concurrency(1)
            .on(task::set)
            .answerOn(Runnable::run)
            .handle((key, item) -> handled++);

    Race() {
      keys.tryEmit(0);
    }

    final void runTasks() {
      for (Runnable next = task.getAndSet(null); next != null; next = task.getAndSet(null)) {
        next.run();
      }
    }

    final void emits(int item) {
      Reactions.spinForSome(); // the task takes longer to cease than this thread to emit
      isAccepted = keys.tryEmit(item).isAccepted();
    }

    final void waits() {
      Reactions.spinForSome();
      CompletionStage<EmitOutcome> unused = keys.emitAsync(2);
      isAccepted = true;
    }

    final void givesUp() {
      Reactions.spinForSome();
      isAccepted = !keys.emitAsync(2).toCompletableFuture().cancel(false);
    }

    final void judge(III_Result result) {
      runTasks();
      result.r1 = isAccepted ? 2 : 1;
      result.r2 = handled;
      result.r3 = Math.abs(result.r1 - handled) + keys.stats().keys();
    }
  }

  /** An item of the key that becomes idle. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class SameKey extends Race {
    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      emits(2);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** An item of another key. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class OtherKey extends Race {
    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      emits(1);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** One who waits for room. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class WaitsForRoom extends Race {
    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      waits();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** One who waits for room, and withdraws. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class GivesUp extends Race {
    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      givesUp();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
