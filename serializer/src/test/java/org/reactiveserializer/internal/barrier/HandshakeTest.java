package org.reactiveserializer.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a handshake allocates and when, and how it rations promises, by a clock of the test. */
class HandshakeTest {
  private static final long MICROSECOND = 1_000;

  private long now = Long.MAX_VALUE - 1_000 * MICROSECOND; // it may overflow
  private long duration;
  private int opened;
  private int closed;
  private @Nullable Error heap;
  private @Nullable Error stack;
  private Handshake handshake = new Handshake(opening(), () -> now);

  HandshakeTest() throws ReflectiveOperationException {}

  @BeforeEach
  void takesLong() {
    duration = 50 * MICROSECOND;
  }

  @Test
  void closesAnArenaOfItsOwnEachTime() {
    handshake.execute();
    handshake.execute();
    assertEquals(2, opened);
    assertEquals(2, closed);
  }

  @Test
  void aPreparedOneNeedsNoHeap() {
    ProcessBarrier prepared = handshake.prepared();
    assertEquals(1, opened);
    assertEquals(0, closed);
    heap = new OutOfMemoryError("of the test");
    prepared.execute();
    assertEquals(1, closed);
  }

  @Test
  void withoutHeapNothingIsPrepared() {
    heap = new OutOfMemoryError("of the test");
    assertSame(heap, assertThrows(OutOfMemoryError.class, handshake::prepared));
  }

  /** The arena may be closed already, although its threads were not waited for. */
  @Test
  void anExecutionThatThrewIsRepeatedWithAnotherArena() {
    ProcessBarrier prepared = handshake.prepared();
    stack = new StackOverflowError("of the test");
    assertSame(stack, assertThrows(StackOverflowError.class, prepared::execute));
    stack = null;
    prepared.execute();
    assertEquals(2, opened);
    assertEquals(1, closed);
  }

  @Test
  void affordsOnePromiseForEachTimeThatARevocationTakesTimesThePart() {
    spendTheCredit();
    while (!handshake.affordsRevocation()) {
      now += MICROSECOND;
    }
    now += Handshake.PART * Handshake.LEAST_COST - MICROSECOND;
    assertFalse(handshake.affordsRevocation());
    now += MICROSECOND;
    assertTrue(handshake.affordsRevocation());
    assertFalse(handshake.affordsRevocation());
  }

  @Test
  void timeWithoutPromisesIsSavedUp() {
    int first = spendTheCredit();
    assertEquals(Handshake.CREDIT / (Handshake.PART * Handshake.LEAST_COST) + 1, first);
    now += 1_000 * Handshake.CREDIT;
    assertEquals(first, spendTheCredit(), "no more than that");
  }

  @Test
  void aSlowRevocationPutsOffTheNextPromise() {
    spendTheCredit();
    duration = 20_000 * MICROSECOND;
    handshake.execute();
    now += Handshake.PART * duration - duration - 1;
    assertFalse(handshake.affordsRevocation());
    now += 2 * Handshake.PART * Handshake.LEAST_COST;
    assertTrue(handshake.affordsRevocation());
  }

  @Test
  void severalRevocationsAddUp() {
    spendTheCredit();
    for (int i = 0; i < 100; i++) {
      handshake.execute();
    }
    now += 99 * (Handshake.PART - 1) * duration;
    assertFalse(handshake.affordsRevocation());
    now += 2 * Handshake.PART * duration;
    assertTrue(handshake.affordsRevocation());
  }

  @Test
  void aPromiseCostsWhatRevocationsTookLately() {
    duration = 1_000 * MICROSECOND;
    for (int i = 0; i < 20; i++) {
      handshake.execute();
    }
    now += 20 * Handshake.PART * duration;
    spendTheCredit();
    now += Handshake.PART * duration / 2;
    assertFalse(handshake.affordsRevocation());
  }

  /** Otherwise one slow moment would end the biased mode. */
  @Test
  void whatWasMeasuredLongAgoCountsLess() {
    duration = 1_000_000 * MICROSECOND;
    handshake.execute();
    now += Handshake.PART * duration;
    int promises = 0;
    long until = now + 8 * Handshake.PART * duration;
    for (; until - now > 0; now += Handshake.PART * Handshake.LEAST_COST) {
      if (handshake.affordsRevocation()) {
        promises++;
      }
    }
    assertTrue(promises > 1_000, promises + " promises");
  }

  @Test
  void theRealOneReturns() {
    ProcessBarrier real = Barriers.handshakeOrSafepoint();
    boolean handshakes = Runtime.version().feature() >= 24;
    assertEquals(handshakes ? Handshake.class : Safepoint.class, real.getClass());
    ProcessBarrier prepared = real.prepared();
    prepared.execute();
    prepared.execute();
    real.execute();
  }

  private int spendTheCredit() {
    int promises = 0;
    while (handshake.affordsRevocation()) {
      promises++;
    }
    return promises;
  }

  private MethodHandle opening() throws ReflectiveOperationException {
    return MethodHandles.lookup().bind(this, "open", MethodType.methodType(AutoCloseable.class));
  }

  @SuppressWarnings({"unused", "UnusedMethod"}) // by opening()
  private AutoCloseable open() {
    if (heap != null) {
      throw heap;
    }
    opened++;
    return () -> {
      if (stack != null) {
        throw stack;
      }
      closed++;
      now += duration;
    };
  }
}
