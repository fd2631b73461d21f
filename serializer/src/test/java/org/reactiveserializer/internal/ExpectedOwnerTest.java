package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/**
 * The hint that a thread will find an owner is a plain field, and may be wrong. Then it costs time,
 * but no item.
 */
@Timeout(30)
class ExpectedOwnerTest {
  private static final int CAPACITY = 2;

  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void aWrongHintDoesNotKeepAThreadFromEntering() {
    var right = new EmissionRight();
    right.expectOwner();
    assertNotNull(right.enter());
    right.expectOwner();
    assertNull(right.enter(), "there is an owner");
    assertTrue(right.tryExit());
    assertNotNull(right.enter());
  }

  @Test
  void itemsAreDeliveredInSpiteOfAWrongHint() {
    var emitter =
        new SerialOperator<Integer>(
            EmissionLoop.newRight(), Termination.immediate(), downstream, Hooks.none());
    emitter.onSubscribe(new RecordingSubscription());
    emitter.onNext(1);
    emitter.right.expectOwner();
    emitter.onNext(2);
    emitter.onNext(3);
    emitter.right.expectOwner();
    emitter.onComplete();
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.signals());
  }

  @Test
  void aFullSinkRefusesInSpiteOfAWrongHint() {
    var sink =
        new SinkOperator<Integer>(
            EmissionLoop.newRight(),
            new Demand(),
            new BoundedQueue<>(CAPACITY, 1, new RoomWaiters()),
            new SerialSettings<>(
                CAPACITY, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, null, Hooks.none()));
    sink.admit(downstream);
    assertEquals(Fate.WAITS, sink.emit(1));
    assertEquals(Fate.WAITS, sink.emit(2));
    sink.right.expectOwner();
    assertEquals(Fate.FULL, sink.emit(3));
    sink.right.expectOwner();
    downstream.subscription().request(2);
    sink.right.expectOwner();
    assertEquals(Fate.WAITS, sink.emit(3));
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }
}
