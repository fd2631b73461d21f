package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tasks that are left to a reading thread, which may end at any time. */
class ReaderTasksTest {
  private int wakeUps;

  @Test
  void runsTasksInOrderWithoutThoseTheyAdd() {
    ReaderTasks tasks = new ReaderTasks(() -> wakeUps++);
    List<String> ran = new ArrayList<>();
    assertTrue(tasks.isEmpty());
    assertTrue(
        tasks.tryAdd(
            () -> {
              ran.add("first");
              tasks.tryAdd(() -> ran.add("third"));
            }));
    assertTrue(tasks.tryAdd(() -> ran.add("second")));
    assertEquals(2, wakeUps);
    tasks.run();
    assertEquals(List.of("first", "second"), ran);
    assertFalse(tasks.isEmpty());
    tasks.end();
    assertEquals(List.of("first", "second", "third"), ran);
    assertFalse(tasks.tryAdd(() -> ran.add("too late")));
    tasks.run();
    assertEquals(3, ran.size());
  }

  /**
   * Returns in how many of {@code rounds}, up to one, a task was accepted and not run, or run and
   * refused.
   */
  private static int faults(int rounds, boolean broken) throws Exception {
    int faults = 0;
    for (int round = 0; round < rounds && faults == 0; round++) {
      ReaderTasks tasks =
          broken
              ? new ReaderTasks(() -> {}) {
                @Override
                boolean isTakenBack(Runnable task) {
                  return false;
                }
              }
              : new ReaderTasks(() -> {});
      AtomicInteger ran = new AtomicInteger();
      AtomicInteger accepted = new AtomicInteger();
      CyclicBarrier start = new CyclicBarrier(2);
      Thread adding =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (Exception impossible) {
                  throw new AssertionError(impossible);
                }
                // So many that it is adding one when the other thread ends.
                for (int i = 0; i < 500 && tasks.tryAdd(ran::incrementAndGet); i++) {
                  accepted.incrementAndGet();
                }
              });
      adding.start();
      start.await();
      for (int i = 0; i < round % 8; i++) {
        tasks.run();
      }
      tasks.end();
      adding.join();
      if (ran.get() != accepted.get()) {
        faults++;
      }
    }
    return faults;
  }

  @Test
  void eachTaskIsRunOrRefused() throws Exception {
    assertEquals(0, faults(2_000, false));
  }

  @Test
  void theTestNoticesTasksThatAreNotTakenBack() throws Exception {
    assertTrue(faults(100_000, true) > 0);
  }
}
