package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void eachTaskIsRunOrRefused() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      ReaderTasks tasks = new ReaderTasks(() -> {});
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
      assertEquals(accepted.get(), ran.get());
    }
  }

  /** The reading thread ends when the other one has looked, before it adds; the twin looks once. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTaskThatIsAddedTooLateIsRefused(boolean isTwin) {
    ReaderTasks tasks =
        new ReaderTasks(() -> wakeUps++) {
          private boolean hasLooked;

          @Override
          boolean hasEnded() {
            if (hasLooked) {
              return !isTwin && super.hasEnded();
            }
            hasLooked = true;
            end();
            return false;
          }
        };
    assertEquals(isTwin, tasks.tryAdd(Assertions::fail));
    assertEquals(isTwin, !tasks.isEmpty());
  }
}
