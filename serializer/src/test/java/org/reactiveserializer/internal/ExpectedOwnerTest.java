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
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
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
    var drain = new DrainState();
    drain.expectOwner();
    assertNotNull(drain.enter());
    drain.expectOwner();
    assertNull(drain.enter(), "there is an owner");
    assertTrue(drain.tryExit());
    assertNotNull(drain.enter());
  }

  @Test
  void itemsAreDeliveredInSpiteOfAWrongHint() {
    var emitter =
        new SerialOperator<Integer>(
            DrainLoop.newDrainState(), Termination.immediate(), downstream, Hooks.none());
    emitter.onSubscribe(new RecordingSubscription());
    emitter.onNext(1);
    emitter.drain.expectOwner();
    emitter.onNext(2);
    emitter.onNext(3);
    emitter.drain.expectOwner();
    emitter.onComplete();
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.signals());
  }

  @Test
  void aFullSinkRefusesInSpiteOfAWrongHint() {
    var sink =
        new SinkOperator<Integer>(
            DrainLoop.newDrainState(),
            new Demand(),
            new BoundedQueue<>(CAPACITY, 1, new RoomLine<>(Runnable::run)),
            new SerialSettings<>(
                CAPACITY, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, null, Hooks.none()));
    sink.admit(downstream);
    assertEquals(Outcome.WAITS, sink.emit(1));
    assertEquals(Outcome.WAITS, sink.emit(2));
    sink.drain.expectOwner();
    assertEquals(Outcome.FULL, sink.emit(3));
    sink.drain.expectOwner();
    downstream.subscription().request(2);
    sink.drain.expectOwner();
    assertEquals(Outcome.WAITS, sink.emit(3));
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }
}
