package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.reactiveserializer.support.Elsewhere;

/** A table of situations, each tried at every depth; and what was out of order. */
public final class Trials {
  private final List<String> faults = new ArrayList<>();
  private int calls;
  private int thrown;
  private int wrong;

  private Trials() {}

  /** Tries subjects of a kind in all these situations. */
  public static Trials of(List<Situation> situations, Supplier<StackSubject> subjects) {
    Trials trials = new Trials();
    for (Situation situation : situations) {
      Supplier<StreamTrial> maker = () -> new StreamTrial(situation, subjects.get());
      rehearse(situation, maker.get());
      trials.run(situation, maker);
    }
    return trials;
  }

  /** With enough stack: so that all call sites are linked, and the judge is seen to find nothing. */
  private static void rehearse(Situation situation, StreamTrial trial) {
    if (situation.where().isInside()) {
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

  private void run(Situation situation, Supplier<StreamTrial> maker) {
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
    if (thrown == thrownBefore) {
      throw new AssertionError("the stack never ended: " + situation);
    }
    if (wrong > wrongBefore) {
      faults.add(
          "  " + situation + ": wrong " + (wrong - wrongBefore) + ", thrown "
              + (thrown - thrownBefore) + " of " + (calls - callsBefore) + first);
    }
  }

  private void judge(List<StreamTrial> tried, StringBuilder first) {
    for (StreamTrial trial : tried) {
      calls++;
      if (trial.thrown != null) {
        thrown++;
      }
      String fault = trial.settle();
      if (fault != null) {
        wrong++;
        if (first.isEmpty()) {
          first.append("\n    call ").append(calls).append(": ").append(fault);
          first.append("\n    ").append(trial);
        }
      }
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
