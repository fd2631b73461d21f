package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactiveserializer.support.Elsewhere;

/** A table of situations, each tried at every depth, and the faults that were found. */
public final class Trials {
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private int calls;
  private int thrown;
  private int wrong;

  private Trials() {}

  /** Tries the trials that {@code makers} creates for all these situations. */
  static Trials of(List<Situation> situations, Function<Situation, ? extends DepthTrial> makers) {
    Trials trials = new Trials();
    for (Situation situation : situations) {
      Supplier<DepthTrial> maker = () -> makers.apply(situation);
      rehearse(situation, maker.get());
      trials.run(situation, maker);
    }
    if (trials.thrown == 0) {
      throw new AssertionError("the stack overflowed in none of " + situations);
    }
    return trials;
  }

  /**
   * Runs a trial with enough stack, so that all call sites are linked, and checks that it has no
   * fault.
   */
  private static void rehearse(Situation situation, DepthTrial trial) {
    if (situation.where().isInside()) {
      trial.within(trial::act);
    } else {
      trial.act();
    }
    String fault = trial.settle();
    if (fault != null) {
      throw new AssertionError("with enough stack: " + situation + ": " + fault + "\n" + trial);
    }
  }

  private void run(Situation situation, Supplier<DepthTrial> maker) {
    int callsBefore = calls;
    int thrownBefore = thrown;
    int wrongBefore = wrong;
    StringBuilder first = new StringBuilder();
    Depths.each(
        situation.where(),
        maker,
        tried -> {
          if (situation.next().isElsewhere()) {
            Elsewhere.run(() -> judge(tried, first));
          } else {
            judge(tried, first);
          }
        });
    // A short compiled call may have enough stack at every depth. The method "of" checks that this
    // is not so for all calls of a row.
    if (DepthTrial.EXACT && thrown == thrownBefore) {
      throw new AssertionError("the stack never overflowed: " + situation);
    }
    if (wrong > wrongBefore) {
      faults.add(
          "  "
              + situation
              + ": wrong "
              + (wrong - wrongBefore)
              + ", thrown "
              + (thrown - thrownBefore)
              + " of "
              + (calls - callsBefore)
              + first);
    }
  }

  private void judge(List<DepthTrial> tried, StringBuilder first) {
    for (DepthTrial trial : tried) {
      calls++;
      if (trial.thrown != null) {
        thrown++;
      }
      String fault = trial.settle();
      if (fault != null) {
        wrong++;
        kinds.merge(fault.replaceAll("\\d+", "N"), 1, Integer::sum);
        if (first.isEmpty()) {
          first.append("\n    call ").append(calls).append(": ").append(fault);
          first.append("\n    ").append(trial);
        }
      }
    }
  }

  /** Returns how many calls left a fault. */
  public int wrong() {
    return wrong;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("wrong ").append(wrong).append(", thrown ").append(thrown).append(" of ");
    text.append(calls);
    kinds.forEach((kind, count) -> text.append("\n  ").append(count).append(" x ").append(kind));
    return text.append('\n').append(String.join("\n", faults)).toString();
  }
}
