package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Handover;
import org.reactiveserializer.internal.emission.PortableRight;
import org.reactiveserializer.internal.emission.Run;
import org.reactiveserializer.internal.emission.Work;
import org.reactiveserializer.support.Elsewhere;

/** The word and the runs on it, step by step. */
class RunTest {
  private final EmissionRight right = new PortableRight();

  @Test
  void appendedItemsArePolledInOrder() {
    Run<Integer> run = handedOver(0, null);
    int size = 1;
    while (run.append(size)) {
      size++;
    }
    assertTrue(size > 1);
    assertEquals(size, right.backlog());
    assertEquals(IntStream.range(0, size).boxed().toList(), taken());
  }

  @Test
  void runThatFollowsAFullOneOfTheSameThreadIsLarger() {
    Run<Integer> small = handedOver(0, null);
    int smallSize = fill(small);
    Run<Integer> large = handedOver(0, small);
    int largeSize = fill(large);
    assertTrue(largeSize > smallSize, smallSize + " then " + largeSize);
    assertEquals(smallSize + largeSize, right.backlog());
    Run<Integer> last = large;
    int lastSize = largeSize;
    for (int i = 0; i < 10; i++) {
      last = handedOver(0, last);
      lastSize = fill(last);
    }
    assertEquals(129, lastSize, "it does not grow for ever");
  }

  @Test
  void runOfAnotherThreadIsNotAppendedTo() {
    Run<Integer> run = handedOver(0, null);
    Elsewhere.run(() -> assertFalse(run.append(1)));
    assertTrue(run.append(2));
    assertEquals(List.of(0, 2), taken());
  }

  @Test
  void runThatWasTakenIsNotAppendedTo() {
    Run<Integer> run = handedOver(0, null);
    assertNotNull(right.take());
    assertFalse(run.append(1));
  }

  @Test
  void runThatAnotherWasPutOnIsNotAppendedTo() {
    Run<Integer> run = handedOver(0, null);
    Elsewhere.run(() -> right.hand(Run.of(10, right.youngest())));
    assertFalse(run.append(1));
    assertEquals(List.of(0, 10), taken());
  }

  @Test
  void runThatWasClosedOutIsNotAppendedTo() {
    Run<Integer> run = handedOver(0, null);
    assertEquals(1, Work.count(right.close()));
    assertFalse(run.append(1));
    assertEquals(Handover.REFUSED, right.hand(Run.of(2, null)));
    assertTrue(right.isClosed());
    assertFalse(right.tryEnter());
    assertFalse(right.signal());
    assertNull(right.close());
  }

  @Test
  void signalOnTopOfNothingLeavesWorkWithoutContent() {
    assertTrue(right.tryEnter());
    assertFalse(right.signal());
    assertTrue(right.hasWork());
    assertEquals(0, right.backlog());
    assertFalse(right.tryExit());
    handedOver(1, null);
    assertEquals(List.of(1), taken());
    assertTrue(right.tryExit());
  }

  @Test
  void theFirstToHandOverEntersAndTheNextDoesNot() {
    assertEquals(Handover.ENTERED, right.hand(Run.of(1, null)));
    assertFalse(right.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.hand(Run.of(2, null))));
    assertFalse(right.tryExit());
    assertEquals(List.of(1, 2), taken());
    assertTrue(right.tryExit());
    assertTrue(right.tryEnter());
  }

  private Run<Integer> handedOver(int item, @Nullable Work youngest) {
    Run<Integer> run = Run.of(item, youngest);
    assertTrue(right.hand(run) != Handover.REFUSED);
    return run;
  }

  private static int fill(Run<Integer> run) {
    int size = 1;
    while (run.append(size)) {
      size++;
    }
    return size;
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
