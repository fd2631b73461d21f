package org.reactiveserializer.mutiny;

import java.util.concurrent.Flow;
import org.reactivestreams.Subscription;

/** The upstream's subscription, as the core knows it. */
record FlowUpstream(Flow.Subscription subscription) implements Subscription {
  @Override
  public void request(long n) {
    subscription.request(n);
  }

  @Override
  public void cancel() {
    subscription.cancel();
  }
}
