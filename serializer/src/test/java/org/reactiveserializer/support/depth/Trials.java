package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.depth.Situation.Where;

/** A table of situations, each tried at every depth; and what was out of order. */
public final class Trials {
  private static final int MOST = 4_000;

  private final List<String> faults = new ArrayList<>();
  private int calls;
  private int thrown;
  private int wrong;

  /** At how many depths to try: as many as it took last time, and some more. */
  private int depths = 150;

  private Trials() {}

  /** Tries subjects of a kind in all these situations. */
  public static Trials of(List<Situation> situations, Supplier<StackSubject> subjects) {
    Trials trials = new Trials();
    for (Situation situation : situations) {
      rehearse(situation, new StreamTrial(situation, subjects.get()));
      trials.tryAll(situation, subjects);
    }
    return trials;
  }

  /** With enough stack: so that all call sites are linked, and the judge is seen to find nothing. */
  private static void rehearse(Situation situation, StreamTrial trial) {
    if (isInside(situation)) {
      trial.within(trial::act);
    } else {
      trial.act();
    }
    String fault = trial.settle();
    if (fault != null) {
      throw new AssertionError(
          "without any lack of stack: " + situation + ": " + fault + "\n" + trial);
    }
  }

  private static boolean isInside(Situation situation) {
    return situation.where() == Where.CAUGHT || situation.where() == Where.MEANWHILE;
  }

  private void tryAll(Situation situation, Supplier<StackSubject> subjects) {
    for (int before = calls; calls == before; depths *= 2) {
      if (depths > MOST) {
        throw new AssertionError("the stack never suffices: " + situation);
      }
      Depths.onSmallStack(isInside(situation) ? depths : 0, () -> run(situation, subjects));
    }
  }

  private void run(Situation situation, Supplier<StackSubject> subjects) {
    List<StreamTrial> all =
        Stream.generate(() -> new StreamTrial(situation, subjects.get())).limit(depths).toList();
    List<StreamTrial> tried =
        switch (situation.where()) {
          case OUTSIDE, THROUGH -> Depths.plain(all);
          case CAUGHT -> Depths.within(all);
          case MEANWHILE -> Depths.meanwhile(all);
        };
    if (tried.isEmpty()) {
      return;
    }
    if (situation.next().isElsewhere()) {
      Elsewhere.run(() -> judge(situation, tried));
    } else {
      judge(situation, tried);
    }
    depths = (tried.size() + 50) / 2; // to be doubled
  }

  private void judge(Situation situation, List<StreamTrial> tried) {
    int ended = (int) tried.stream().filter(trial -> trial.thrown != null).count();
    if (ended == 0) {
      throw new AssertionError("the stack never ended: " + situation);
    }
    int before = wrong;
    String first = "";
    for (int depth = 0; depth < tried.size(); depth++) {
      StreamTrial trial = tried.get(depth);
      String fault = trial.settle();
      if (fault != null) {
        if (wrong == before) {
          first = "\n    depth " + depth + ": " + fault + "\n    " + trial;
        }
        wrong++;
      }
    }
    calls += tried.size();
    thrown += ended;
    if (wrong > before) {
      faults.add(
          "  " + situation + ": wrong " + (wrong - before) + ", thrown " + ended + " of "
              + tried.size() + first);
    }
  }

  /** How many calls left something out of order. */
  public int wrong() {
    return wrong;
  }

  @Override
  public String toString() {
    return "wrong " + wrong + ", thrown " + thrown + " of " + calls + "\n"
        + String.join("\n", faults);
  }
}
