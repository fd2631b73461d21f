package org.reactiveserializer.internal.guard;

import java.util.concurrent.Flow;
import org.reactiveserializer.BreachException;
import org.reactiveserializer.BreachException.Party;
import org.reactivestreams.Subscription;

/** The upstream's subscription as the downstream gets it. */
final class Watched implements Subscription, Flow.Subscription {
  private final Guarded<?> guard;
  private final Subscription upstream;

  Watched(Guarded<?> guard, Subscription upstream) {
    this.guard = guard;
    this.upstream = upstream;
  }

  @Override
  public void request(long n) {
    BreachException thrown = null;
    if (n > 0) {
      guard.count(n); // first: the upstream may signal at once
    } else {
      thrown = guard.report(guard.breach("§3.9", Party.DOWNSTREAM, "request(" + n + ")"));
    }
    guard.outside("§3.16", "request", () -> upstream.request(n));
    if (thrown != null) {
      throw thrown;
    }
  }

  @Override
  public void cancel() {
    guard.outside("§3.15", "cancel", upstream::cancel);
  }
}
