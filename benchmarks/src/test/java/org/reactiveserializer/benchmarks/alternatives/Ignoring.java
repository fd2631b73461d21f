package org.reactiveserializer.benchmarks.alternatives;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A downstream that ignores all signals. */
class Ignoring implements Subscriber<Integer> {
  @Override
  public void onSubscribe(Subscription subscription) {}

  @Override
  public void onNext(Integer item) {}

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}
}
