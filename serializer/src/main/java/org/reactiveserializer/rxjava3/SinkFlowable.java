package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import org.reactiveserializer.internal.operator.Refused;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Subscriber;

/** A sink of the core as a {@link Flowable}. */
final class SinkFlowable<T> extends Flowable<T> {
  private final SinkOperator<T> core;

  SinkFlowable(SinkOperator<T> core) {
    this.core = core;
    core.fallBackTo(null, RxJavaPlugins::onError);
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> subscriber) {
    Throwable refusal = core.admit(subscriber);
    if (refusal != null) {
      Refused.signal(subscriber, refusal);
    }
  }
}
