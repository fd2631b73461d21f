package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.support.Collected;
import org.reactiveserializer.support.Elsewhere;

/** The word and the runs on it, step by step. */
class RunTest {
  private static final int MANY = 5_000;

  private final EmissionRight right = new EmissionRight();

  @Test
  void appendedItemsArePolledInOrder() {
    Run<Integer> run = handedOver(0);
    IntStream.range(1, MANY).forEach(item -> assertTrue(run.append(item)));
    assertEquals(IntStream.range(0, MANY).boxed().toList(), taken());
  }

  @Test
  void aRunIsAppendedToUntilItIsSealed() {
    Run<Integer> run = handedOver(0);
    right.take();
    assertTrue(run.append(1), "taken, but not sealed yet");
    assertEquals(2, run.seal());
    assertFalse(run.append(2));
    assertEquals(2, run.seal(), "sealed twice");
    assertEquals(List.of(0, 1), removed(run));
    assertTrue(run.isSpent());
  }

  /** A run that others hold up may become long. */
  @Test
  void arraysHaveAMaximum() {
    Run<Integer> run = Run.of(0, null);
    IntStream.range(1, 2 * MANY).forEach(item -> run.append(0)); // the same object each time
    run.seal();
    long perItem = (bytes(run) - bytes(Run.of(0, null))) / (2 * MANY);
    assertTrue(perItem <= 5, () -> perItem + " bytes for an item");
    assertTrue(bytes(run) < arrayBytes(2 * MANY) + 2L * arrayBytes(Run.MAX_SLOTS));
  }

  private static long bytes(Run<Integer> run) {
    run.seal(); // so that it does not refer to a thread
    return GraphLayout.parseInstance(run).subtract(GraphLayout.parseInstance(0)).totalSize();
  }

  private static long arrayBytes(int slots) {
    return ClassLayout.parseInstance(new Object[slots + 1]).instanceSize();
  }

  @Test
  void aRunOfAnotherThreadIsNotAppendedTo() {
    Run<Integer> run = handedOver(0);
    Elsewhere.run(() -> assertFalse(run.append(1)));
    assertTrue(run.append(2));
    assertEquals(List.of(0, 2), taken());
  }

  /** Items that wait for demand must not keep their producer alive, nor its class loader. */
  @Test
  void aSealedRunKeepsNoThreadAlive() throws InterruptedException {
    AtomicReference<@Nullable Run<Integer>> made = new AtomicReference<>();
    Thread thread = new Thread(() -> made.set(Run.of(0, null)));
    thread.start();
    thread.join();
    Run<Integer> run = Objects.requireNonNull(made.get());
    WeakReference<Thread> weak = new WeakReference<>(thread);
    thread = null;
    run.seal();
    Collected.assertCollected(weak);
    assertEquals(0, run.remove());
  }

  @Test
  void aClosedRightRefusesWork() {
    handedOver(0);
    assertEquals(1, Work.count(right.closeWord()));
    assertEquals(Handover.REFUSED, right.push(Run.of(2, null)));
    assertTrue(right.isClosed());
    assertFalse(right.tryEnter());
    assertFalse(right.signalOwner());
    assertNull(right.closeWord());
  }

  @Test
  void aSignalAddsWorkWithoutItems() {
    assertTrue(right.tryEnter());
    assertFalse(right.signalOwner());
    assertTrue(right.hasWork());
    assertEquals(0, right.itemsWaiting());
    assertFalse(right.tryExit());
    handedOver(1);
    assertEquals(List.of(1), taken());
    assertTrue(right.tryExit());
  }

  @Test
  void theFirstThreadToHandOverEntersAndTheNextDoesNot() {
    assertEquals(Handover.ENTERED, right.push(Run.of(1, null)));
    assertFalse(right.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(Run.of(2, null))));
    assertFalse(right.tryExit());
    assertEquals(List.of(1, 2), taken());
    assertTrue(right.tryExit());
    assertTrue(right.tryEnter());
  }

  private Run<Integer> handedOver(int item) {
    Run<Integer> run = Run.of(item, null);
    assertTrue(right.push(run) != Handover.REFUSED);
    return run;
  }

  @SuppressWarnings("unchecked") // only runs of integers are handed over here
  private List<Integer> taken() {
    List<Integer> items = new ArrayList<>();
    for (Work rest = Work.oldestFirst(right.take()); rest != null; rest = rest.unlink()) {
      Run<Integer> run = (Run<Integer>) rest;
      run.seal();
      items.addAll(removed(run));
    }
    return items;
  }

  private static List<Integer> removed(Run<Integer> run) {
    List<Integer> items = new ArrayList<>();
    while (run.remaining() != 0) {
      items.add(run.remove());
    }
    return items;
  }
}
