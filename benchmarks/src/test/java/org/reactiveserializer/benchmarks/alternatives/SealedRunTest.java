package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.Run;

/** When a run is sealed, and how many items it then has. */
class SealedRunTest {
  private static final int MOST = 32;

  private final EmissionRight right = new EmissionRight();

  @Test
  void containsTheItemsThatItsThreadAppends() {
    SealedRun run = SealedRun.of(0, null, MOST);
    assertTrue(run.append(1));
    assertEquals(2, Work.count(run));
    assertEquals(0, run.poll());
    assertEquals(1, run.poll());
    assertNull(run.poll());
  }

  @Test
  void refusesItemsOfAnotherThread() throws InterruptedException, ExecutionException {
    SealedRun run = SealedRun.of(0, null, MOST);
    assertFalse(CompletableFuture.supplyAsync(() -> run.append(1)).get());
    assertEquals(1, Work.count(run));
  }

  @Test
  void hasTwiceAsManySlotsAsTheRunBeforeUpToTheMaximum() {
    SealedRun last = null;
    for (int slots : new int[] {8, 16, 32, 32}) {
      last = SealedRun.of(0, last, MOST);
      assertEquals(slots, fill(last));
    }
    assertEquals(Run.MAX_SLOTS, PacedTakes.MOST);
  }

  @Test
  void startsWithFewSlotsOnTopOfAnotherThreadsRun()
      throws InterruptedException, ExecutionException {
    SealedRun theirs = CompletableFuture.supplyAsync(() -> SealedRun.of(0, null, MOST)).get();
    assertEquals(8, fill(SealedRun.of(0, theirs, MOST)));
  }

  @Test
  void isSealedWhenAnotherIsPutOnTop() {
    SealedRun below = handedOver(null, Handover.ENTERED);
    SealedRun above = handedOver(below, Handover.HANDED_OVER);
    assertFalse(below.append(1));
    assertTrue(above.append(1));
    assertEquals(3, Work.count(right.take()));
  }

  @Test
  void isSealedWhenItIsTaken() {
    SealedRun run = handedOver(null, Handover.ENTERED);
    assertTrue(run.append(1));
    assertEquals(2, Work.count(right.take()));
    assertFalse(run.append(2));
  }

  @Test
  void isSealedWhenItIsPolled() {
    SealedRun run = SealedRun.of(0, null, MOST);
    assertEquals(0, run.poll());
    assertFalse(run.append(1));
    assertNull(run.poll());
  }

  private SealedRun handedOver(@Nullable SealedRun youngest, Handover outcome) {
    SealedRun run = SealedRun.of(0, youngest, MOST);
    assertEquals(outcome, right.push(run));
    return run;
  }

  private static int fill(SealedRun run) {
    int n = 0;
    while (run.append(n)) {
      n++;
    }
    return n;
  }
}
