package org.reactiveserializer.tck;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A publisher that fails as soon as it is subscribed to (§1.4). */
final class FailedUpstream<T> implements Publisher<T> {

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        });
    subscriber.onError(new IllegalStateException("failed on purpose"));
  }
}
