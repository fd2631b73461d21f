package org.reactiveserializer.benchmarks.merge;

import java.util.concurrent.Flow;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A publisher of both specifications. A subclass implements the publishing once for both. */
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

  /** A subscriber of either specification. */
  interface Sink<T> {
    void next(T item);

    void complete();
  }

  /** A subscription of both specifications. */
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
