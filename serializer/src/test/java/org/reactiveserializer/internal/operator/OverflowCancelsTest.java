package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Subscriber;

/**
 * If a stream ends because its queue is full, the upstream is cancelled. That holds also if the
 * owner has signalled the end and released the upstream before the thread that found the queue full
 * cancels it.
 */
class OverflowCancelsTest {
  private final CountDownLatch full = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final RecordingSubscription upstream = new RecordingSubscription();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void alsoIfTheOwnerReleasesTheUpstreamFirst() {
    assertEquals(List.of("cancel"), overflowed());
  }

  @Test
  void andTheErrorIsSignalledEvenIfCancelThrows() {
    upstream.onCancel(
        () -> {
          throw new IllegalStateException("§3.15");
        });
    overflowed();
    assertEquals("subscribed", downstream.signals().get(0));
    assertEquals(1, downstream.signals().get(1));
    assertEquals(IllegalStateException.class, downstream.signals().get(2).getClass());
  }

  private List<Object> overflowed() {
    CountDownLatch inside = new CountDownLatch(1);
    downstream.on(
        1,
        () -> {
          inside.countDown();
          await(full);
        });
    downstream.onError(error -> ended.countDown());
    SerialOperator<Integer> emitter = new SuspendedCancel(downstream);
    emitter.onSubscribe(upstream);
    Race.run(
        0,
        () -> emitter.onNext(1),
        () -> {
          await(inside);
          emitter.onNext(2);
          emitter.onNext(3);
        });
    return upstream.calls();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Suspends the thread that finds the queue full before it cancels. */
  private final class SuspendedCancel extends SerialOperator<Integer> {
    SuspendedCancel(Subscriber<Integer> downstream) {
      super(
          new SerialSettings<>(
              1, Overflow.ERROR, ErrorMode.IMMEDIATE, null, new Hooks<>(null, dropped -> {})),
          downstream);
    }

    @Override
    protected void stopSources() {
      full.countDown();
      await(ended);
      super.stopSources();
    }
  }
}
