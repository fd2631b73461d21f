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

/** A key becomes ready while the only task of the crew serves or ceases to serve: a task serves it. */
public final class KeyReadyIsSeen {
  private KeyReadyIsSeen() {}

  /** A crew with one ready key and its task, and a thread that adds another key. Result: served, tasks, faults. */
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
    public int serve(KeyCell<?, ?> cell, Crew.Shift shift, int items) {
      served++;
      return 1;
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
      KeyCell<?, ?> cell = new KeyCell<>(2, 2);
      Reactions.spinForSome(); // the task takes longer to cease than this thread to announce
      crew.announce(cell);
    }

    final void judge(III_Result result) {
      runTasks();
      result.r1 = served;
      result.r2 = tasks;
      result.r3 = faults + Math.abs(2 - served);
    }
  }

  /** Each key has as many items as a turn: the task makes way for others of its executor after one. */
  abstract static class LongTurns extends Race {
    @Override
    public final int serve(KeyCell<?, ?> cell, Crew.Shift shift, int items) {
      super.serve(cell, shift, items);
      Reactions.spin();
      return items;
    }
  }

  /** The library: the task finds no more keys. */
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

  /** Twin: ceases, and does not look again. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class CarelessBroken extends Race {
    @Override
    Crew crew(Executor executor, Crew.Turns turns) {
      return new BrokenCrews.Careless(executor, 1, true, turns);
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

  /** The library: the task makes way, and may leave a ready key. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class MakesWay extends LongTurns {
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
  public static class CarelessOnTheWayBroken extends LongTurns {
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
