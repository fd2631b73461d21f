package org.reactiveserializer.stress.support;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A probe that does something when it is subscribed.
 *
 * @param probe gets the signals
 * @param then is run when it has got the subscription
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
