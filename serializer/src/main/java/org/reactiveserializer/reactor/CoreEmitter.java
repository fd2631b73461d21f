package org.reactiveserializer.reactor;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.util.context.Context;

/**
 * The core's emitter as a subscriber of Reactor's own type. Reactor does not wrap it in a
 * subscriber that drops concurrent items, and it has the downstream's context. It can be scanned
 * from both sides, since it is the downstream's subscription. It is no {@code QueueSubscription},
 * so operator fusion is impossible.
 */
final class CoreEmitter<T> extends SerialEmitter<T> implements CoreSubscriber<T>, Scannable {
  private final OneSubscriber<T> downstream;

  // The upstream's subscription, for scanning only. Null after the end (§3.13).
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
      parent = subscription; // before the call of super: the downstream may scan in onSubscribe
      if (isOver()) {
        // The end preceded the write; an end after this check clears the field itself.
        parent = null;
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
