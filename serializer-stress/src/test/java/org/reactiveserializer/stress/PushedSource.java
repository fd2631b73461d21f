package org.reactiveserializer.stress;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source of a merge that signals what a test passes to it, whatever was requested. */
final class PushedSource<T> implements Publisher<T>, Subscription {
  private @Nullable Subscriber<? super T> subscriber;

  @Override
  public void subscribe(Subscriber<? super T> arrived) {
    subscriber = arrived;
    arrived.onSubscribe(this);
  }

  void emit(T item) {
    Objects.requireNonNull(subscriber).onNext(item);
  }

  @Override
  public void request(long n) {}

  @Override
  public void cancel() {}
}
