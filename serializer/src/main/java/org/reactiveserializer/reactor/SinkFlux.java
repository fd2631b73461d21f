package org.reactiveserializer.reactor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A sink of the core as a {@link Flux}. Where the user set no hook, that of the subscriber's
 * context is used.
 */
final class SinkFlux<T> extends Flux<T> implements Scannable {
  private final SinkOperator<T> core;

  SinkFlux(SinkOperator<T> core) {
    this.core = core;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    Throwable refusal = core.admit(new Downstream(subscriber));
    if (refusal != null) {
      Operators.error(subscriber, refusal);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.REQUESTED_FROM_DOWNSTREAM ? core.requested() : Scans.of(core, key);
  }

  private final class Downstream implements CoreSubscriber<T> {
    private final CoreSubscriber<? super T> subscriber;

    Downstream(CoreSubscriber<? super T> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public Context currentContext() {
      return subscriber.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      Context context = currentContext(); // the hooks must not keep the subscriber (§3.13)
      core.fallBackTo(
          item -> Operators.onDiscard(item, context),
          error -> Operators.onErrorDropped(error, context));
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      subscriber.onError(error);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }
}
