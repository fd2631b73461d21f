package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.subscribers.SerializedSubscriber;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.benchmarks.Raw.IgnoredSubscription;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Operators;

/** Creates serializers in front of a downstream, and returns their {@code onNext}. */
final class Serializers {
  private Serializers() {}

  static Consumer<Integer> ours(Downstream downstream) {
    return started(Serializer.<Integer>withDefaults().wrap(downstream))::onNext;
  }

  static Consumer<Integer> rxjava(Downstream downstream) {
    return started(new SerializedSubscriber<>(downstream))::onNext;
  }

  static Consumer<Integer> reactor(Downstream downstream) {
    return started(Operators.serialize(downstream))::onNext;
  }

  static Consumer<Integer> mutiny(Downstream downstream) {
    var subscriber = new io.smallrye.mutiny.subscription.SerializedSubscriber<Integer>(downstream);
    subscriber.onSubscribe(IgnoredSubscription.INSTANCE);
    return subscriber::onItem;
  }

  static Consumer<Integer> itself(Downstream downstream) {
    return downstream::onNext;
  }

  static Consumer<Integer> monitor(Downstream downstream) {
    Object monitor = new Object();
    return item -> {
      synchronized (monitor) {
        downstream.onNext(item);
      }
    };
  }

  static Consumer<Integer> lock(Downstream downstream) {
    ReentrantLock lock = new ReentrantLock();
    return item -> {
      lock.lock();
      try {
        downstream.onNext(item);
      } finally {
        lock.unlock();
      }
    };
  }

  static <S extends Subscriber<Integer>> S started(S subscriber) {
    subscriber.onSubscribe(IgnoredSubscription.INSTANCE);
    return subscriber;
  }
}
