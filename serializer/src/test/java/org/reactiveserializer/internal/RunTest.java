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
    Run<Integer> run = handedOver(0, null);
    IntStream.range(1, MANY).forEach(item -> assertTrue(run.append(item)));
    assertEquals(IntStream.range(0, MANY).boxed().toList(), taken());
  }

  @Test
  void aTakenRunIsAppendedToUntilItIsSealed() {
    Run<Integer> run = handedOver(0, null);
    assertEquals(List.of(0), taken());
    assertTrue(run.append(1));
    assertEquals(1, run.poll());
    assertTrue(run.append(2));
    run.seal();
    assertFalse(run.append(3));
    assertEquals(2, run.poll());
    assertNull(run.poll());
  }

  @Test
  void aRunBeginsWithTheSizeOfTheLastOne() {
    Run<Integer> last = Run.of(0, null, null);
    IntStream.range(1, 100).forEach(last::append);
    last.seal();
    assertEquals(arrayBytes(100), bytes(Run.of(0, null, last)));
    assertEquals(arrayBytes(Run.MIN_SLOTS), bytes(Run.of(0, null, null)));
  }

  @Test
  void theFirstArrayHasAMaximum() {
    Run<Integer> last = Run.of(0, null, null);
    IntStream.range(1, 2 * Run.MAX_SLOTS).forEach(last::append);
    assertEquals(arrayBytes(Run.MAX_SLOTS), bytes(Run.of(0, null, last)));
  }

  private static long bytes(Run<Integer> run) {
    run.seal(); // so that it does not refer to a thread
    return GraphLayout.parseInstance(run).subtract(GraphLayout.parseInstance(0)).totalSize()
        - ClassLayout.parseClass(Run.class).instanceSize();
  }

  private static long arrayBytes(int slots) {
    return ClassLayout.parseInstance(new Object[slots + 1]).instanceSize();
  }

  @Test
  void aRunOfAnotherThreadIsNotAppendedTo() {
    Run<Integer> run = handedOver(0, null);
    Elsewhere.run(() -> assertFalse(run.append(1)));
    assertTrue(run.append(2));
    assertEquals(List.of(0, 2), taken());
  }

  @Test
  void aRunIsAppendedToAlthoughAYoungerOneIsInTheList() {
    Run<Integer> run = handedOver(0, null);
    Elsewhere.run(() -> right.push(Run.of(10, null, null)));
    assertTrue(run.append(1));
    assertEquals(List.of(0, 1, 10), taken());
  }

  /** Items that wait for demand must not keep their producer alive, nor its class loader. */
  @Test
  void aSealedRunKeepsNoThreadAlive() throws InterruptedException {
    AtomicReference<@Nullable Run<Integer>> made = new AtomicReference<>();
    Thread thread = new Thread(() -> made.set(Run.of(0, null, null)));
    thread.start();
    thread.join();
    Run<Integer> run = Objects.requireNonNull(made.get());
    WeakReference<Thread> weak = new WeakReference<>(thread);
    thread = null;
    run.seal();
    Collected.assertCollected(weak);
    assertEquals(0, run.poll());
  }

  @Test
  void aClosedRightRefusesWork() {
    handedOver(0, null);
    assertEquals(1, Work.count(right.closeWord()));
    assertEquals(Handover.REFUSED, right.push(Run.of(2, null, null)));
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
    handedOver(1, null);
    assertEquals(List.of(1), taken());
    assertTrue(right.tryExit());
  }

  @Test
  void theFirstThreadToHandOverEntersAndTheNextDoesNot() {
    assertEquals(Handover.ENTERED, right.push(Run.of(1, null, null)));
    assertFalse(right.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(Run.of(2, null, null))));
    assertFalse(right.tryExit());
    assertEquals(List.of(1, 2), taken());
    assertTrue(right.tryExit());
    assertTrue(right.tryEnter());
  }

  private Run<Integer> handedOver(int item, @Nullable Run<Integer> last) {
    Run<Integer> run = Run.of(item, null, last);
    assertTrue(right.push(run) != Handover.REFUSED);
    return run;
  }

  @SuppressWarnings("unchecked") // only runs of integers are handed over here
  private List<Integer> taken() {
    List<Integer> items = new ArrayList<>();
    for (Work rest = Work.oldestFirst(right.take()); rest != null; rest = rest.unlink()) {
      Run<Integer> run = (Run<Integer>) rest;
      for (Integer item = run.poll(); item != null; item = run.poll()) {
        items.add(item);
      }
    }
    return items;
  }
}
