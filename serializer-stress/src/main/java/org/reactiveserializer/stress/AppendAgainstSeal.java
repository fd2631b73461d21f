package org.reactiveserializer.stress;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.broken.LooseSegment;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Segments;
import org.reactiveserializer.stress.support.Verdict;

/**
 * An item appended to a segment that the owner has taken, before the owner sealed the segment, is found by
 * the owner, together with everything that the producer wrote before. A later append is refused,
 * and the producer keeps the item.
 */
public final class AppendAgainstSeal {
  private AppendAgainstSeal() {}

  /**
   * A producer hands over a segment and appends to it. Result: items appended, items polled, items lost
   * or with a field not visible.
   */
  abstract static class Race {
    private final DrainState drain = new DrainState();
    private final Item[] items = {new Item(0, 1), new Item(0, 2), new Item(0, 3), new Item(0, 4)};
    private int accepted;
    private int polled;
    private int unseen;

    private final Segments runs;

    Race(Segments runs) {
      this.runs = runs;
      drain.tryEnter();
    }

    final void left() {
      Work run = runs.of(items[0].filled());
      drain.push(run);
      accepted = 1;
      while (accepted < items.length && runs.append(run, items[accepted].filled())) {
        accepted++;
      }
    }

    final void drain() {
      Work run = drain.take();
      for (int i = 0; run == null && i < 100; i++) {
        run = drain.take();
      }
      if (run != null) {
        runs.seal(run);
        pollAll(run);
      }
    }

    private void pollAll(@Nullable Work run) {
      if (run == null) {
        return;
      }
      for (Item item = runs.poll(run); item != null; item = runs.poll(run)) {
        if (item != items[polled] || !item.isFilled()) {
          unseen++;
        }
        polled++;
      }
    }

    final void judge(III_Result result) {
      Work run = drain.take();
      if (run != null) {
        runs.seal(run);
        pollAll(run);
      }
      result.r1 = accepted;
      result.r2 = polled;
      result.r3 = unseen + Math.abs(accepted - polled);
    }
  }

  /** The library: append and seal are decided by one compareAndSet. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Append extends Race {
    public Append() {
      super(Segments.sound());
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

  /** Twin: an append first checks whether the segment is sealed, and then increments the count. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LookThenAppendBroken extends Race {
    public LookThenAppendBroken() {
      super(LooseSegment.runs());
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
