package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/**
 * §3.6: a request after a cancellation has no effect. That holds also while a thread that emits is
 * suspended after it read the termination and before it reads the demand. The demand of this test
 * simulates that: when it has found that nothing was requested, it cancels and requests.
 */
class RequestAfterCancelTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final CancellingDemand demand = new CancellingDemand();

  @Test
  void ofASink() {
    SinkOperator<Integer> sink =
        new SinkOperator<>(DrainLoop.newDrainState(), demand, null, settings());
    sink.admit(downstream);
    demand.armed = true;

    sink.emit(1);

    assertNothingWasDelivered();
  }

  @Test
  void ofAMerge() {
    Publisher<Integer> source = new Elements<>(List.of(1));
    downstream.onSubscribe(subscription -> demand.armed = true);

    new Merger<Publisher<Integer>, Integer>(
            DrainLoop.newDrainState(),
            demand,
            new Inners<>(),
            new DelayedError(),
            new MergeSettings<>(1, 1, ErrorMode.IMMEDIATE, Hooks.none()),
            inner -> inner,
            Hooks.none(),
            downstream)
        .start(new Elements<>(List.of(source)));

    assertNothingWasDelivered();
  }

  private void assertNothingWasDelivered() {
    assertTrue(demand.cancelled);
    assertEquals(List.of("subscribed"), downstream.signals());
  }

  private static SerialSettings<Integer> settings() {
    DrainLimit none = null;
    return new SerialSettings<>(
        SerialSettings.UNBOUNDED, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, none, Hooks.none());
  }

  private final class CancellingDemand extends Demand {
    private boolean armed;
    private boolean cancelled;

    @Override
    protected void starve() {
      super.starve();
      if (armed) {
        armed = false;
        cancelled = true;
        Subscription subscription = downstream.subscription();
        subscription.cancel();
        subscription.request(1);
      }
    }
  }
}
