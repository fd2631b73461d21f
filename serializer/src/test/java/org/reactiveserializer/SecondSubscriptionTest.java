package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/**
 * A subscriber that has a subscription cancels the one that {@code wrap} gives it (§2.5), and gets
 * nothing. That is reported, once.
 */
class SecondSubscriptionTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final SerialSubscriber<Integer> wrapped =
      Serializer.<Integer>withDefaults()
          .named("orders")
          .onDiscard(discarded::add)
          .onErrorDropped(dropped::add)
          .wrap(downstream);

  @Test
  void isReportedOnce() {
    downstream.onSubscribe(subscription -> subscription.cancel());
    wrapped.onNext(1);
    wrapped.onNext(2);
    assertEquals(List.of(1, 2), discarded);
    assertEquals(1, dropped.size());
    String message = dropped.get(0).toString();
    assertTrue(message.contains("§2.5") && message.contains("SerialSubscriber[orders]"), message);
  }

  @Test
  void aSubscriberThatCancelsLaterIsNotReported() {
    wrapped.onNext(1);
    downstream.subscription().cancel();
    wrapped.onNext(2);
    assertEquals(List.of(), dropped);
  }

  @Test
  void aSubscriberThatCancelsItsUpstreamIsNotReported() {
    downstream.onSubscribe(subscription -> subscription.cancel());
    wrapped.onSubscribe(new RecordingSubscription());
    wrapped.onNext(1);
    assertEquals(List.of(), dropped);
  }
}
