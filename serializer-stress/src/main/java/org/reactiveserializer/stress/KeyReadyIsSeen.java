package org.reactiveserializer.stress;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.keyed.Crew;
import org.reactiveserializer.internal.keyed.KeyCell;
import org.reactiveserializer.stress.broken.BrokenCrews;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Verdict;

/** A key becomes ready while the only task of the crew ceases to serve: a task serves it. */
public final class KeyReadyIsSeen {
  private KeyReadyIsSeen() {}

  /**
   * A crew with one ready key and its task, and a thread that adds another key. The first key has as many items as
   * a turn. Result: served, tasks, faults.
   */
  abstract static class Race implements Crew.Turns {
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>();
    private final Crew crew = crew(task::set, this);
    private int tasks;
    private int served; // plain: one task at a time
    private int faults;

    Race() {
      crew.announce(new KeyCell<>(1, 1));
    }

    abstract Crew crew(Executor executor, Crew.Turns turns);

    @Override
    public final int serve(KeyCell<?, ?> cell, Crew.Shift shift, int items) {
      served++;
      Reactions.spin();
      return items;
    }

    @Override
    public final void executorFailed(Throwable thrown) {
      faults++;
    }

    final void runTasks() {
      for (Runnable next = task.getAndSet(null); next != null; next = task.getAndSet(null)) {
        tasks++;
        next.run();
      }
    }

    final void announces() {
      crew.announce(new KeyCell<>(2, 2));
    }

    final void judge(III_Result result) {
      runTasks();
      result.r1 = served;
      result.r2 = tasks;
      result.r3 = faults + Math.abs(2 - served);
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class LooksAgain extends Race {
    @Override
    Crew crew(Executor executor, Crew.Turns turns) {
      return new Crew(executor, 1, true, turns);
    }

    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      announces();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** The library: the task makes way for others of its executor, and may leave a ready key. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class MakesWay extends Race {
    @Override
    Crew crew(Executor executor, Crew.Turns turns) {
      return new Crew(executor, 1, false, turns);
    }

    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      announces();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: makes way, and does not look again. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class CarelessBroken extends Race {
    @Override
    Crew crew(Executor executor, Crew.Turns turns) {
      return new BrokenCrews.Careless(executor, 1, false, turns);
    }

    @Actor
    public void a() {
      runTasks();
    }

    @Actor
    public void b() {
      announces();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
