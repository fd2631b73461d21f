package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.EndOfStack;

/** A producer whose stack ends within {@code tryEmit}: no key stands still for that. */
class KeyedStackEndTest {
  private static final int TRIALS = 2_000;
  private static final int KEYS = 1_000;

  private final Runnable[] tasks = new Runnable[3 * TRIALS];
  private final Set<Integer> handled = new HashSet<>();
  private final boolean[] accepted = new boolean[TRIALS];
  private int given;
  private int begun;

  @Test
  void theOthersGoOn() {
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(item -> item % KEYS)
            .on(task -> tasks[given++] = task) // needs hardly any stack
            .answerOn(Runnable::run)
            .onErrorDropped(error -> {})
            .handle((key, item) -> handled.add(item));
    for (int key = 0; key < KEYS; key++) { // so that the classes are there
      sink.tryEmit(TRIALS + KEYS + key);
    }
    runTasks();
    List<Integer> trials = IntStream.range(0, TRIALS).boxed().toList();
    EndOfStack.overflown(trials, item -> accepted[item] = sink.tryEmit(item).isAccepted());
    for (int key = 0; key < KEYS; key++) {
      assertTrue(sink.tryEmit(TRIALS + key).isAccepted());
    }
    runTasks();
    for (int item = 0; item < TRIALS; item++) {
      assertTrue(handled.contains(item) || !accepted[item], "" + item);
    }
    assertEquals(0, sink.stats().keys());
    assertEquals(0, sink.stats().queued());
    assertTrue(sink.close().toCompletableFuture().isDone());
  }

  private void runTasks() {
    while (begun < given) {
      tasks[begun++].run();
    }
  }
}
