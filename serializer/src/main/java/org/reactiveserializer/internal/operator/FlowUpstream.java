package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscription;

/** A {@link Flow.Subscription} as a subscription of Reactive Streams, which the core needs. */
public record FlowUpstream(Flow.Subscription subscription) implements Subscription {

  /** Returns a subscription for the core: the given one itself if it implements both interfaces. */
  public static Subscription of(Flow.Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    return subscription instanceof Subscription both ? both : new FlowUpstream(subscription);
  }

  @Override
  public void request(long n) {
    subscription.request(n);
  }

  @Override
  public void cancel() {
    subscription.cancel();
  }
}
