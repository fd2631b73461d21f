package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.waiting.Segment;

/** When a segment is sealed, and how many items it then has. */
class SealedSegmentTest {
  private static final int MOST = 32;

  private final DrainState drain = new DrainState();

  @Test
  void containsTheItemsThatItsThreadAppends() {
    SealedSegment segment = SealedSegment.of(0, null, MOST);
    assertTrue(segment.append(1));
    assertEquals(2, Work.count(segment));
    assertEquals(0, segment.poll());
    assertEquals(1, segment.poll());
    assertNull(segment.poll());
  }

  @Test
  void refusesItemsOfAnotherThread() throws InterruptedException, ExecutionException {
    SealedSegment segment = SealedSegment.of(0, null, MOST);
    assertFalse(CompletableFuture.supplyAsync(() -> segment.append(1)).get());
    assertEquals(1, Work.count(segment));
  }

  @Test
  void hasTwiceAsManySlotsAsTheRunBeforeUpToTheMaximum() {
    SealedSegment last = null;
    for (int slots : new int[] {8, 16, 32, 32}) {
      last = SealedSegment.of(0, last, MOST);
      assertEquals(slots, fill(last));
    }
    assertEquals(Segment.MAX_SLOTS, PacedTakes.MOST);
  }

  @Test
  void startsWithFewSlotsOnTopOfAnotherThreadsRun()
      throws InterruptedException, ExecutionException {
    SealedSegment theirs =
        CompletableFuture.supplyAsync(() -> SealedSegment.of(0, null, MOST)).get();
    assertEquals(8, fill(SealedSegment.of(0, theirs, MOST)));
  }

  @Test
  void isSealedWhenAnotherIsPutOnTop() {
    SealedSegment below = handedOver(null, Handover.ENTERED);
    SealedSegment above = handedOver(below, Handover.HANDED_OVER);
    assertFalse(below.append(1));
    assertTrue(above.append(1));
    assertEquals(3, Work.count(drain.take()));
  }

  @Test
  void isSealedWhenItIsTaken() {
    SealedSegment segment = handedOver(null, Handover.ENTERED);
    assertTrue(segment.append(1));
    assertEquals(2, Work.count(drain.take()));
    assertFalse(segment.append(2));
  }

  @Test
  void isSealedWhenItIsPolled() {
    SealedSegment segment = SealedSegment.of(0, null, MOST);
    assertEquals(0, segment.poll());
    assertFalse(segment.append(1));
    assertNull(segment.poll());
  }

  private SealedSegment handedOver(@Nullable SealedSegment youngest, Handover outcome) {
    SealedSegment segment = SealedSegment.of(0, youngest, MOST);
    assertEquals(outcome, drain.push(segment));
    return segment;
  }

  private static int fill(SealedSegment segment) {
    int n = 0;
    while (segment.append(n)) {
      n++;
    }
    return n;
  }
}
