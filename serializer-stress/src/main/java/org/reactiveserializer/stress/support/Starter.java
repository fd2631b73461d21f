package org.reactiveserializer.stress.support;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A probe that runs an action when it is subscribed.
 *
 * @param probe receives the signals
 * @param then runs when the subscription has arrived
 */
public record Starter(Probe probe, Runnable then) implements Subscriber<Item> {
  @Override
  public void onSubscribe(Subscription subscription) {
    probe.onSubscribe(subscription);
    then.run();
  }

  @Override
  public void onNext(Item item) {
    probe.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    probe.onError(error);
  }

  @Override
  public void onComplete() {
    probe.onComplete();
  }
}
