package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.operator.WhenFull;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/**
 * The hint that an owner stays is a plain field, so a producer may still see it when that owner has
 * left. Such a hint costs time, but no item.
 */
@Timeout(30)
class StayingOwnerTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void isNotDisturbed() {
    var right = new HintedRight();
    right.hint();
    assertNull(right.enter());
    right.clear();
    assertNotNull(right.enter());
    assertTrue(right.tryExit());
  }

  @Test
  void itemsAreDeliveredInSpiteOfAnOldHint() {
    var emitter = new HintedEmitter(downstream);
    emitter.onSubscribe(new RecordingSubscription());
    emitter.onNext(1);
    emitter.hint();
    emitter.onNext(2);
    // A thread that enters by a promise does not look at the hint.
    assertTrue(emitter.isBiased() || !emitter.isHinted(), "it handed over, and became the owner");
    emitter.onNext(3);
    emitter.hint();
    emitter.onComplete();
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.signals());
  }

  @Test
  void aFullSinkRefusesInSpiteOfAnOldHint() {
    var sink = new HintedSink();
    sink.admit(downstream);
    assertEquals(Fate.WAITS, sink.emit(1));
    assertEquals(Fate.WAITS, sink.emit(2));
    sink.hint();
    assertEquals(Fate.FULL, sink.emit(3));
    sink.hint();
    downstream.subscription().request(2);
    sink.hint();
    assertEquals(Fate.WAITS, sink.emit(3));
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }

  private static final class HintedRight extends EmissionRight {
    void hint() {
      stayingOwner = Thread.currentThread();
    }

    void clear() {
      stayingOwner = null;
    }
  }

  private static final class HintedEmitter extends SerialEmitter<Integer> {
    HintedEmitter(RecordingSubscriber<Integer> downstream) {
      super(Termination.immediate(), downstream, Hooks.none());
    }

    void hint() {
      stayingOwner = Thread.currentThread();
    }

    boolean isHinted() {
      return stayingOwner != null;
    }
  }

  private static final class HintedSink extends SinkEmitter<Integer> {
    private static final int CAPACITY = 2;

    HintedSink() {
      super(
          new Demand(),
          new BoundedQueue<>(CAPACITY, 1, new RoomWaiters()),
          new SerialSettings<>(CAPACITY, WhenFull.REFUSE, false, null, Hooks.none()));
    }

    void hint() {
      stayingOwner = Thread.currentThread();
    }
  }
}
