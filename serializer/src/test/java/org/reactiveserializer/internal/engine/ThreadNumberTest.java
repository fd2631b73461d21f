package org.reactiveserializer.internal.engine;

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
  void aThreadWithoutAnOverrideHasTheMachinesNumber() {
    assertEquals(List.of(1L, 1L), numbers(Thread::new));
    assertEquals(List.of(1L, 1L), numbers(WithoutOverride::new));
  }

  @Test
  void aThreadWithAnOverrideHasANumberOfItsOwn() {
    assertNotEquals(numbers(WithOverride::new), numbers(WithOverride::new));
    assertTrue(numbers.stream().allMatch(number -> number < 0), numbers::toString);
  }

  /**
   * Returns the two numbers that a thread gets; one instead of a number that is the virtual
   * machine's.
   */
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

  private static final class WithoutOverride extends Thread {
    WithoutOverride(Runnable task) {
      super(task);
    }
  }

  private static class WithOverride extends Thread {
    WithOverride(Runnable task) {
      super(task);
    }

    @Override
    public long getId() {
      return 0;
    }
  }
}
