package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscription;

/** A source's subscription of the JDK's kind, as the core knows it. */
public record FlowUpstream(Flow.Subscription subscription) implements Subscription {

  /** Returns what the core calls in place of a subscription: that itself, if it is of both kinds. */
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
