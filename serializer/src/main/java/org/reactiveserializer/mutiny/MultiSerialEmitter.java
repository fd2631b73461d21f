package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.FlowUpstream;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;

/**
 * The core's emitter as a subscriber of Mutiny's own type. It needs no adapter and has the
 * downstream's context.
 */
final class MultiSerialEmitter<T> extends SerialOperator<T>
    implements SerialMultiSubscriber<T>, ContextSupport {
  // Null after the end (§3.13).
  private volatile @Nullable MultiSubscriber<? super T> downstream;

  MultiSerialEmitter(SerialSettings<T> settings, MultiSubscriber<? super T> downstream) {
    super(settings, new MultiDownstream<>(downstream));
    this.downstream = downstream;
  }

  @Override
  public Context context() {
    MultiSubscriber<? super T> subscriber = downstream;
    return subscriber == null ? Context.empty() : MultiDownstream.contextOf(subscriber);
  }

  @Override
  protected void over() {
    downstream = null;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    onSubscribe(FlowUpstream.of(subscription));
  }

  @Override
  public void onItem(T item) {
    onNext(item);
  }

  @Override
  public void onFailure(Throwable failure) {
    onError(failure);
  }

  @Override
  public void onCompletion() {
    onComplete();
  }
}
