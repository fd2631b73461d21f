package org.reactiveserializer.reactor;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.util.context.Context;

/**
 * The core's emitter as Reactor wants its subscribers: not wrapped by Reactor, which would drop concurrent
 * items; with the downstream's context; and scannable from both sides, since the downstream gets this object
 * as its subscription. That is no {@code QueueSubscription}: nobody can ask it for fusion.
 */
final class CoreEmitter<T> extends SerialEmitter<T> implements CoreSubscriber<T>, Scannable {
  private final OneSubscriber<T> downstream;

  // For scan only, and only until the end (§3.13).
  private volatile @Nullable Subscription parent;

  private CoreEmitter(
      SerialSettings<T> settings,
      OneSubscriber<T> downstream,
      CoreSubscriber<? super T> subscriber) {
    super(downstream.hooked(settings), subscriber);
    this.downstream = downstream;
  }

  static <T> CoreEmitter<T> of(SerialSettings<T> settings, CoreSubscriber<? super T> subscriber) {
    OneSubscriber<T> downstream = new OneSubscriber<>();
    downstream.take(subscriber);
    return new CoreEmitter<>(settings, downstream, subscriber);
  }

  @Override
  public Context currentContext() {
    return downstream.kept();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (parent == null && !isOver()) {
      parent = subscription; // first: the downstream may look in onSubscribe
      if (isOver()) {
        parent = null; // the end may have come between the look and the write; behind this look it finds it
      }
    }
    super.onSubscribe(subscription);
  }

  @Override
  protected void releaseSources() {
    try {
      forget();
    } finally {
      super.releaseSources();
    }
  }

  @Override
  protected void cancelSources() {
    try {
      forget();
    } finally {
      super.cancelSources();
    }
  }

  private void forget() {
    parent = null;
    downstream.release();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return parent;
    }
    return key == Attr.ACTUAL ? downstream.current() : Scans.of(this, queue, key);
  }
}
