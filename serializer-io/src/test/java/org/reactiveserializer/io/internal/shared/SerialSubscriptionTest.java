package org.reactiveserializer.io.internal.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Subscription;

/** Calls from within calls; {@code WriterRightLincheckTest} explores calls of several threads. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SerialSubscriptionTest {
  private final List<String> calls = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();

  private Subscription upstream(LongConsumer onRequest, Runnable onCancel) {
    return new Subscription() {
      @Override
      public void request(long n) {
        calls.add("request " + n);
        onRequest.accept(n);
      }

      @Override
      public void cancel() {
        calls.add("cancel");
        onCancel.run();
      }
    };
  }

  /** A hook that cancels because {@code cancel} threw must not be called for ever. */
  @Test
  void anUpstreamThatThrowsFromCancelIsCancelledOnce() {
    IllegalStateException fault = new IllegalStateException("cancel");
    SerialSubscription[] serial = new SerialSubscription[1];
    Runnable failing =
        () -> {
          throw fault;
        };
    serial[0] =
        new SerialSubscription(
            upstream(n -> {}, failing),
            error -> {
              thrown.add(error);
              serial[0].cancel();
              serial[0].cancel();
            });
    serial[0].cancel();
    serial[0].cancel();
    assertEquals(List.of("cancel"), calls);
    assertEquals(List.of(fault), thrown);
  }

  @Test
  void whatIsRequestedWithinARequestIsRequestedAfterIt() {
    SerialSubscription[] serial = new SerialSubscription[1];
    serial[0] =
        new SerialSubscription(
            upstream(
                n -> {
                  if (n == 1) {
                    serial[0].request(2);
                    serial[0].request(3);
                    assertEquals(List.of("request 1"), calls);
                  }
                },
                () -> {}),
            thrown::add);
    serial[0].request(1);
    assertEquals(List.of("request 1", "request 5"), calls);
    assertEquals(List.of(), thrown);
  }

  @Test
  void nothingIsRequestedAfterItIsCancelled() {
    SerialSubscription serial = new SerialSubscription(upstream(n -> {}, () -> {}), thrown::add);
    serial.cancel();
    serial.request(1);
    assertEquals(List.of("cancel"), calls);
  }
}
