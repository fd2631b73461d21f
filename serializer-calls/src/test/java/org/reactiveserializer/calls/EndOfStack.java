package org.reactiveserializer.calls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Runs actions with little stack left. */
final class EndOfStack {
  private EndOfStack() {}

  /** Recurses until the stack overflows. On the way back, runs the action for one trial at each depth. */
  static <T> void run(List<T> trials, Consumer<? super T> action) {
    try {
      dive(new ArrayDeque<>(trials), action);
    } catch (StackOverflowError expected) {
      // rethrown from the deepest frame
    }
  }

  /** Uses {@code frames} frames of the stack. */
  static int need(int frames) {
    return frames == 0 ? 0 : 1 + need(frames - 1);
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static <T> void dive(Deque<T> waiting, Consumer<? super T> action) {
    try {
      dive(waiting, action);
    } catch (StackOverflowError deeper) {
      T trial = waiting.poll();
      if (trial != null) {
        try {
          action.accept(trial);
        } catch (StackOverflowError here) {
          // the next one has more
        }
      }
      throw deeper;
    }
  }
}
