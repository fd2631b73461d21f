package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.stopped.Step.Act;

/**
 * The calls of the other threads while the victim is stopped.
 *
 * @param name for humans
 * @param isHeld whether the emitter stays inside the downstream until it is released
 * @param steps the calls, one after the other
 */
record Script(String name, boolean isHeld, List<Step> steps) {
  private static final int MORE = 5;

  /** No other thread was the owner when the victim was stopped. */
  static Script free(int items, Act end) {
    return of(false, items, 0, end);
  }

  /** As {@link #free}, with demand that is requested only afterwards. */
  static Script freeAndRequested(int items, long demand, Act end) {
    return of(false, items, demand, end);
  }

  /**
   * The emitter is inside the downstream: {@code items} are emitted before it is released, and more
   * afterwards.
   */
  static Script held(int items, @Nullable Act end) {
    return of(true, items, 0, end);
  }

  /** As {@link #held}, with demand that is requested before the emitter is released. */
  static Script heldAndRequested(int items, long demand, Act end) {
    return of(true, items, demand, end);
  }

  private static Script of(boolean held, int items, long demand, @Nullable Act end) {
    List<Step> steps = new ArrayList<>();
    StringBuilder name = new StringBuilder("others emit ").append(items);
    emit(steps, items);
    if (demand > 0) {
      steps.add(Step.request(Who.BOB, demand));
      name.append(", request");
    }
    if (held) {
      steps.add(new Step(Who.EMITTER, Act.RELEASE));
      name.append(", the emitter is released");
    }
    if (held || demand > 0) {
      emit(steps, MORE);
      name.append(", others emit more");
    }
    if (end != null) {
      end(steps, end);
      name.append(", ").append(end);
    }
    return new Script(name.toString(), held, List.copyOf(steps));
  }

  private static void emit(List<Step> steps, int n) {
    for (int i = 0; i < n; i++) {
      steps.add(Step.emit(i % 2 == 0 ? Who.ANN : Who.BOB));
    }
  }

  /** The request shows whether an item waits that could have been delivered before. */
  private static void end(List<Step> steps, Act end) {
    steps.add(Step.request(Who.BOB, 1));
    steps.add(new Step(Who.BOB, end));
    steps.add(Step.emit(Who.BOB));
    steps.add(Step.emit(Who.ANN));
    steps.add(Step.emit(Who.BOB));
  }
}
