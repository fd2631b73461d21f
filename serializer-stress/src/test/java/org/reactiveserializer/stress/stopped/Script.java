package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.stopped.Step.Act;

/** What the others do while the victim stands still. */
record Script(String name, boolean isHeld, List<Step> steps) {
  private static final int MORE = 3;

  /** Nobody emitted when the victim was stopped, unless it did itself. */
  static Script free(int items, Act end) {
    List<Step> steps = new ArrayList<>();
    bring(steps, items);
    end(steps, end);
    return new Script("others bring " + items + ", " + end, false, List.copyOf(steps));
  }

  /** The emitter is inside: so many items before it is let out, and more afterwards. */
  static Script held(int items, @Nullable Act end) {
    List<Step> steps = new ArrayList<>();
    bring(steps, items);
    steps.add(new Step(Who.EMITTER, Act.RELEASE));
    bring(steps, MORE);
    if (end != null) {
      end(steps, end);
    }
    return new Script(
        "others bring " + items + ", the emitter leaves, others bring more"
            + (end == null ? "" : ", " + end),
        true,
        List.copyOf(steps));
  }

  private static void bring(List<Step> steps, int n) {
    for (int i = 0; i < n; i++) {
      steps.add(Step.bring(i % 2 == 0 ? Who.ANN : Who.BOB));
    }
  }

  /** The request shows whether anything waits that could have been delivered before. */
  private static void end(List<Step> steps, Act end) {
    steps.add(Step.request(Who.BOB, 1));
    steps.add(new Step(Who.BOB, end));
    steps.add(Step.bring(Who.BOB));
    steps.add(Step.bring(Who.ANN));
    steps.add(Step.bring(Who.BOB));
  }
}
