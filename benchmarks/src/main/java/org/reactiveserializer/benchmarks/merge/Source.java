package org.reactiveserializer.benchmarks.merge;

import java.util.concurrent.Flow;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A publisher of either specification. A subclass says what it publishes, once for both. */
abstract class Source<T> implements Publisher<T>, Flow.Publisher<T> {

  /** Serves one subscriber. */
  abstract Feed feed(Sink<? super T> sink);

  @Override
  public final void subscribe(Subscriber<? super T> subscriber) {
    subscriber.onSubscribe(feed(new ReactiveSink<>(subscriber)));
  }

  @Override
  public final void subscribe(Flow.Subscriber<? super T> subscriber) {
    subscriber.onSubscribe(feed(new FlowSink<>(subscriber)));
  }

  /** The subscriber, whatever its specification. */
  interface Sink<T> {
    void next(T item);

    void complete();
  }

  /** The subscription, whatever its specification. */
  interface Feed extends Subscription, Flow.Subscription {}

  private record ReactiveSink<T>(Subscriber<? super T> subscriber) implements Sink<T> {
    @Override
    public void next(T item) {
      subscriber.onNext(item);
    }

    @Override
    public void complete() {
      subscriber.onComplete();
    }
  }

  private record FlowSink<T>(Flow.Subscriber<? super T> subscriber) implements Sink<T> {
    @Override
    public void next(T item) {
      subscriber.onNext(item);
    }

    @Override
    public void complete() {
      subscriber.onComplete();
    }
  }
}
