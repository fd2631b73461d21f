package org.reactiveserializer.reactor;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The core's emitter as a subscriber of Reactor's own type. Reactor does not wrap it in a
 * subscriber that drops concurrent items, and it has the downstream's context. It can be scanned
 * from both sides, since it is the downstream's subscription. It is no {@code QueueSubscription},
 * so operator fusion is impossible.
 */
final class CoreEmitter<T> extends SerialOperator<T> implements SerialCoreSubscriber<T>, Scannable {
  private static final Subscription OVER = Operators.cancelledSubscription();

  private final OneSubscriber<T> downstream;

  // The upstream's subscription, for scanning only: null before it arrives, OVER after the end
  // (§3.13).
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
    // Before the call of super: the downstream may scan in onSubscribe. Fails after the end.
    PARENT.compareAndSet(this, (Subscription) null, subscription);
    super.onSubscribe(subscription);
  }

  @Override
  protected void over() {
    parent = OVER;
    downstream.release();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      Subscription known = parent;
      return known == OVER ? null : known;
    }
    return key == Attr.ACTUAL ? downstream.current() : Scans.of(this, key);
  }

  private static final VarHandle PARENT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "parent", VarHandle.class, CoreEmitter.class, Subscription.class);
}
