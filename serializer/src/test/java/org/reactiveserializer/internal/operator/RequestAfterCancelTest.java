package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/**
 * §3.6: who requests after having cancelled gets nothing for it; not even while a thread that brings an item
 * stands still between a look at the end and one at the demand. The demand is that thread: it stands still
 * when it has found that nothing was requested, and the test cancels, and requests, in its name.
 */
class RequestAfterCancelTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final Meddler demand = new Meddler();

  @Test
  void ofASink() {
    SinkEmitter<Integer> sink =
        new SinkEmitter<>(demand, null, settings());
    sink.admit(downstream);
    demand.armed = true;

    sink.emit(1);

    assertNothingCame();
  }

  @Test
  void ofAMerge() {
    Publisher<Integer> source = new Elements<>(List.of(1));
    downstream.onSubscribe(subscription -> demand.armed = true);

    new Merger<Publisher<Integer>, Integer>(
            demand,
            new DelayedError(),
            new MergeSettings<>(1, 1, false, Hooks.none()),
            inner -> inner,
            downstream)
        .start(new Elements<>(List.of(source)));

    assertNothingCame();
  }

  private void assertNothingCame() {
    assertTrue(demand.meddled);
    assertEquals(List.of("subscribed"), downstream.signals());
  }

  private static SerialSettings<Integer> settings() {
    DrainLimit none = null;
    return new SerialSettings<>(
        SerialSettings.UNBOUNDED, WhenFull.REFUSE, false, none, Hooks.none());
  }

  private final class Meddler extends Demand {
    private boolean armed;
    private boolean meddled;

    @Override
    protected void starve() {
      super.starve();
      if (armed) {
        armed = false;
        meddled = true;
        Subscription subscription = downstream.subscription();
        subscription.cancel();
        subscription.request(1);
      }
    }
  }
}
