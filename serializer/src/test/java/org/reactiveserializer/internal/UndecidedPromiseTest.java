package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.support.Elsewhere;

/**
 * If the stack of a thread overflows while it revokes a promise, the next thread decides who the owner is.
 * (For the promise's owner see {@code ExhaustionTest}.)
 */
class UndecidedPromiseTest {
  private final BiasedRight right = new BiasedRight(this::fence, 0);
  private int failures;

  private void fence() {
    if (failures > 0) {
      failures--;
      throw new StackOverflowError();
    }
  }

  @BeforeEach
  void promiseToThisThread() {
    assertTrue(right.tryEnter());
    assertTrue(right.tryExit());
  }

  @Test
  void revokersHandOver() {
    failures = 2;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(
        () -> {
          assertEquals(Handover.ENTERED, right.push(new Item()));
          assertEquals(3, Work.count(right.take()));
          assertTrue(right.tryExit());
        });
  }

  @Test
  void revokerSignals() {
    failures = 1;
    Elsewhere.run(() -> assertFalse(right.signalOwner()));
    Elsewhere.run(() -> assertTrue(right.signalOwner()));
  }

  @Test
  void theNextThreadMayBeTheOwnerOfThePromise() {
    failures = 1;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    assertFalse(right.tryEnter());
    assertEquals(Handover.ENTERED, right.push(new Item()));
    assertEquals(2, Work.count(right.take()));
  }

  @Test
  void anOwnerInsideKeepsTheRight() {
    assertTrue(right.tryEnter());
    failures = 1;
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, right.push(new Item())));
    assertFalse(right.tryExit());
    assertEquals(2, Work.count(right.take()));
    assertTrue(right.tryExit());
  }

  private static final class Item extends Work {}
}
