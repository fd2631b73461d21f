package org.reactiveserializer.internal.right;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ThreadNumberTest {
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void ofAThreadThatSaysNothingElseIsTheMachines() {
    assertEquals(List.of(1L, 1L), numbers(Thread::new));
    assertEquals(List.of(1L, 1L), numbers(Silent::new));
  }

  @Test
  void ofOneThatSaysAnythingIsItsOwn() {
    assertNotEquals(numbers(Zero::new), numbers(Zero::new));
    assertTrue(numbers.stream().allMatch(number -> number < 0), numbers::toString);
  }

  /** What a thread is told twice, if that is not the machine's number; otherwise one. */
  private List<Long> numbers(Function<Runnable, Thread> threads) {
    List<Long> seen = new ArrayList<>();
    Thread thread =
        threads.apply(
            () -> {
              long id = Thread.currentThread().getId();
              for (int i = 0; i < 2; i++) {
                long number = LegacyThreadNumber.of(Thread.currentThread());
                seen.add(number == id ? 1 : number);
              }
            });
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(seen.get(0), seen.get(1));
    numbers.addAll(seen);
    return seen;
  }

  private static final class Silent extends Thread {
    Silent(Runnable task) {
      super(task);
    }
  }

  private static class Zero extends Thread {
    Zero(Runnable task) {
      super(task);
    }

    @Override
    public long getId() {
      return 0;
    }
  }
}
