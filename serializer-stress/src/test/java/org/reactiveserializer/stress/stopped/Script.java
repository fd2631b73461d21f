package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.stopped.Step.Act;

/**
 * What the others do while the victim stands still.
 *
 * @param name for people
 * @param isHeld whether the emitter is inside the downstream until it is let out
 * @param steps one after the other
 */
record Script(String name, boolean isHeld, List<Step> steps) {
  private static final int MORE = 5;

  /** Nobody emitted when the victim was stopped, unless it did itself. */
  static Script free(int items, Act end) {
    return of(false, items, 0, end);
  }

  /** As the other; only then there is more demand. */
  static Script freeAndAsked(int items, long demand, Act end) {
    return of(false, items, demand, end);
  }

  /** The emitter is inside: so many items before it is let out, and more afterwards. */
  static Script held(int items, @Nullable Act end) {
    return of(true, items, 0, end);
  }

  /** As the other; there is more demand before the emitter is let out. */
  static Script heldAndAsked(int items, long demand, Act end) {
    return of(true, items, demand, end);
  }

  private static Script of(boolean held, int items, long demand, @Nullable Act end) {
    List<Step> steps = new ArrayList<>();
    StringBuilder name = new StringBuilder("others bring ").append(items);
    bring(steps, items);
    if (demand > 0) {
      steps.add(Step.request(Who.BOB, demand));
      name.append(", request");
    }
    if (held) {
      steps.add(new Step(Who.EMITTER, Act.RELEASE));
      name.append(", the emitter leaves");
    }
    if (held || demand > 0) {
      bring(steps, MORE);
      name.append(", others bring more");
    }
    if (end != null) {
      end(steps, end);
      name.append(", ").append(end);
    }
    return new Script(name.toString(), held, List.copyOf(steps));
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
