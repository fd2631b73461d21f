package org.reactiveserializer.support;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;

/** Runs actions with little stack left. */
public final class EndOfStack {
  private EndOfStack() {}

  /**
   * Recurses until the stack overflows. On the way back, runs the action for one trial at each
   * depth. Returns the trials whose action overflowed the stack, of which there is at least one.
   */
  public static <T> List<T> overflown(List<T> trials, Consumer<? super T> action) {
    List<T> overflown = anyOverflown(trials, action);
    Assertions.assertFalse(overflown.isEmpty());
    return overflown;
  }

  /**
   * As {@link #overflown}, but for tests that repeat it. There may be none: once all is compiled, a
   * frame of the recursion may be larger than all that the action needs.
   */
  public static <T> List<T> anyOverflown(List<T> trials, Consumer<? super T> action) {
    List<T> overflown = new ArrayList<>();
    try {
      dive(new ArrayDeque<>(trials), action, overflown);
    } catch (StackOverflowError expected) {
      // rethrown from the deepest frame
    }
    return overflown;
  }

  /** Uses {@code frames} frames of the stack. */
  public static int need(int frames) {
    return frames == 0 ? 0 : 1 + need(frames - 1);
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static <T> void dive(Deque<T> waiting, Consumer<? super T> action, List<T> overflown) {
    try {
      dive(waiting, action, overflown);
    } catch (StackOverflowError deeper) {
      T trial = waiting.poll();
      if (trial != null) {
        try {
          action.accept(trial);
        } catch (StackOverflowError here) {
          overflown.add(trial);
        }
      }
      throw deeper;
    }
  }
}
