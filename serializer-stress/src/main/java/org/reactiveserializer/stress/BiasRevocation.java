package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Verdict;

/**
 * A bias is revoked while its holder acquires and releases ownership: no overlap (§1.3), and
 * nothing lost. Only in biased mode, and with {@code bias.patience=0}; otherwise no thread has a bias.
 */
public final class BiasRevocation {
  private static final int LEFT = 4;
  private static final int RIGHT = 2;

  private BiasRevocation() {}

  /**
   * One thread emits, and has a bias after its first release; another thread emits in between.
   * Result: items delivered, overlaps, faults.
   */
  abstract static class Race {
    private final int before;
    private final GuardProbe probe = new GuardProbe(LEFT + RIGHT + 1, Reactions.none());
    private final Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);

    Race() {
      this(0);
    }

    /** If {@code before} is 1, a third thread, which emits nothing afterwards, has a bias. */
    Race(int before) {
      this.before = before;
      emit(2, before);
    }

    final void left() {
      emit(0, LEFT);
    }

    final void drain() {
      emit(1, RIGHT);
    }

    private void emit(int producer, int count) {
      for (int i = 0; i < count; i++) {
        scene.next(new Item(producer, i));
      }
    }

    final void judge(III_Result result) {
      result.r1 = probe.delivered();
      result.r2 = probe.overlaps();
      result.r3 = Math.abs(before + LEFT + RIGHT - result.r1) + result.r2 + scene.strange();
    }
  }

  /** A thread with a bias meets one without. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class Biased extends Race {
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

  /** Two threads find the bias of a third one. */
  @JCStressTest
  @JCStressMeta(Verdict.class)
  @State
  public static class BiasOfAThird extends Race {
    public BiasOfAThird() {
      super(1);
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
