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
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactiveserializer.support.Collected;
import org.reactiveserializer.support.Elsewhere;

/** The word and the segments on it, step by step. */
class SegmentTest {
  private static final int MANY = 5_000;

  private final DrainState drain = new DrainState();

  @Test
  void appendedItemsArePolledInOrder() {
    Segment<Integer> segment = handedOver(0);
    IntStream.range(1, MANY).forEach(item -> assertTrue(segment.append(item)));
    assertEquals(IntStream.range(0, MANY).boxed().toList(), taken());
  }

  @Test
  void aRunIsAppendedToUntilItIsSealed() {
    Segment<Integer> segment = handedOver(0);
    drain.take();
    assertTrue(segment.append(1), "taken, but not sealed yet");
    assertEquals(2, segment.seal());
    assertFalse(segment.append(2));
    assertEquals(2, segment.seal(), "sealed twice");
    assertEquals(List.of(0, 1), removed(segment));
    assertTrue(segment.isSpent());
  }

  /** A segment that others hold up may become long. */
  @Test
  void arraysHaveAMaximum() {
    Segment<Integer> segment = Segment.of(0, null);
    IntStream.range(1, 2 * MANY).forEach(item -> segment.append(0)); // the same object each time
    segment.seal();
    long perItem = (bytes(segment) - bytes(Segment.of(0, null))) / (2 * MANY);
    assertTrue(perItem <= 5, () -> perItem + " bytes for an item");
    assertTrue(bytes(segment) < arrayBytes(2 * MANY) + 2L * arrayBytes(Segment.MAX_SLOTS));
  }

  private static long bytes(Segment<Integer> segment) {
    segment.seal(); // so that it does not refer to a thread
    return GraphLayout.parseInstance(segment).subtract(GraphLayout.parseInstance(0)).totalSize();
  }

  private static long arrayBytes(int slots) {
    return ClassLayout.parseInstance(new Object[slots + 1]).instanceSize();
  }

  @Test
  void aRunOfAnotherThreadIsNotAppendedTo() {
    Segment<Integer> segment = handedOver(0);
    Elsewhere.run(() -> assertFalse(segment.append(1)));
    assertTrue(segment.append(2));
    assertEquals(List.of(0, 2), taken());
  }

  /** Items that wait for demand must not keep their producer alive, nor its class loader. */
  @Test
  void aSealedRunKeepsNoThreadAlive() throws InterruptedException {
    AtomicReference<@Nullable Segment<Integer>> made = new AtomicReference<>();
    Thread thread = new Thread(() -> made.set(Segment.of(0, null)));
    thread.start();
    thread.join();
    Segment<Integer> segment = Objects.requireNonNull(made.get());
    WeakReference<Thread> weak = new WeakReference<>(thread);
    thread = null;
    segment.seal();
    Collected.assertCollected(weak);
    assertEquals(0, segment.remove());
  }

  @Test
  void aClosedRightRefusesWork() {
    handedOver(0);
    assertEquals(1, Work.count(drain.closeWord()));
    assertEquals(Handover.REFUSED, drain.push(Segment.of(2, null)));
    assertTrue(drain.isClosed());
    assertFalse(drain.tryEnter());
    assertFalse(drain.signalOwner());
    assertNull(drain.closeWord());
  }

  @Test
  void aSignalAddsWorkWithoutItems() {
    assertTrue(drain.tryEnter());
    assertFalse(drain.signalOwner());
    assertTrue(drain.hasWork());
    assertEquals(0, drain.itemsWaiting());
    assertFalse(drain.tryExit());
    handedOver(1);
    assertEquals(List.of(1), taken());
    assertTrue(drain.tryExit());
  }

  @Test
  void theFirstThreadToHandOverEntersAndTheNextDoesNot() {
    assertEquals(Handover.ENTERED, drain.push(Segment.of(1, null)));
    assertFalse(drain.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, drain.push(Segment.of(2, null))));
    assertFalse(drain.tryExit());
    assertEquals(List.of(1, 2), taken());
    assertTrue(drain.tryExit());
    assertTrue(drain.tryEnter());
  }

  private Segment<Integer> handedOver(int item) {
    Segment<Integer> segment = Segment.of(item, null);
    assertTrue(drain.push(segment) != Handover.REFUSED);
    return segment;
  }

  @SuppressWarnings("unchecked") // only runs of integers are handed over here
  private List<Integer> taken() {
    List<Integer> items = new ArrayList<>();
    for (Work rest = Work.oldestFirst(drain.take()); rest != null; rest = rest.unlink()) {
      Segment<Integer> segment = (Segment<Integer>) rest;
      segment.seal();
      items.addAll(removed(segment));
    }
    return items;
  }

  private static List<Integer> removed(Segment<Integer> segment) {
    List<Integer> items = new ArrayList<>();
    while (segment.remaining() != 0) {
      items.add(segment.remove());
    }
    return items;
  }
}
