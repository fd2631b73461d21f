package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.RecordingSubscriber;

/** A sink whose owner fails before there is a subscriber. */
class FailedSinkTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private Runnable whileAdding = () -> {};

  private final SinkOperator<Integer> sink =
      new SinkOperator<>(
          DrainLoop.newDrainState(),
          new Demand(),
          new BoundedQueue<>(4) {
            @Override
            protected void added(int waiting) {
              whileAdding.run();
              throw new OutOfMemoryError("thrown by the test");
            }
          },
          new SerialSettings<>(
              4,
              Overflow.DROP_NEWEST,
              ErrorMode.DELAYED,
              null,
              new Hooks<>(discarded::add, error -> {})));

  /** Its signal is handed over to the owner, which is past its last look for a subscriber. */
  @Test
  void aSubscriberThatArrivesMeanwhileGetsAnError() {
    whileAdding = () -> Elsewhere.run(() -> assertNull(sink.admit(downstream)));
    assertThrows(OutOfMemoryError.class, () -> sink.emit(1));
    assertEquals(2, downstream.signals().size(), () -> downstream.signals().toString());
    assertInstanceOf(IllegalStateException.class, downstream.signals().get(1));
    assertEquals(List.of(1), discarded);
  }

  @Test
  void aSubscriberThatArrivesLaterIsRefused() {
    assertThrows(OutOfMemoryError.class, () -> sink.emit(1));
    @Nullable IllegalStateException refusal = sink.admit(downstream);
    assertNotNull(refusal);
    assertEquals(List.of(), downstream.signals());
  }
}
