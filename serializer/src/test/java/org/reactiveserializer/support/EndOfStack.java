package org.reactiveserializer.support;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;

/** The end of the stack, and the depths just before it. */
public final class EndOfStack {
  private EndOfStack() {}

  /**
   * Goes down until the stack ends; then, on the way up, tries one trial at each depth. Returns those
   * for which the stack did not suffice, of which there are some.
   */
  public static <T> List<T> overflown(List<T> trials, Consumer<? super T> action) {
    List<T> overflown = new ArrayList<>();
    try {
      dive(new ArrayDeque<>(trials), action, overflown);
    } catch (StackOverflowError expected) {
      // from the depth
    }
    Assertions.assertFalse(overflown.isEmpty());
    return overflown;
  }

  /** Needs so many frames. */
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
