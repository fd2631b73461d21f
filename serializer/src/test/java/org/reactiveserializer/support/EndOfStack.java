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

  /**
   * As the other, so many frames of another size further down: the depths that are tried lie between the others.
   */
  public static <T> List<T> overflown(
      int frames, List<T> trials, Consumer<? super T> action) {
    return frames == 0 ? overflown(trials, action) : overflown(frames - 1, trials, action);
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
