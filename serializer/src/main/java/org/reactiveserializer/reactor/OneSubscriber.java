package org.reactiveserializer.reactor;

import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SubscriberRef;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The one subscriber of a stream, kept until the end of the stream (§3.13), and its context, kept
 * longer.
 */
final class OneSubscriber<T> extends SubscriberRef<CoreSubscriber<? super T>, Context> {
  OneSubscriber() {
    super(Context.empty());
  }

  @Override
  protected Context of(CoreSubscriber<? super T> subscriber) {
    return subscriber.currentContext();
  }

  /** Releases a subscriber that was refused. Its context is not kept. */
  void refuse() {
    forget();
  }

  /**
   * Returns settings where Reactor's hooks for this subscriber stand in for those that the user did
   * not set.
   */
  SerialSettings<T> hooked(SerialSettings<T> settings) {
    return settings.with(hooked(settings.hooks()));
  }

  /**
   * Returns hooks where Reactor's for this subscriber stand in for those that the user did not set.
   */
  <I> Hooks<I> hooked(Hooks<I> hooks) {
    return hooks.orElse(
        item -> Operators.onDiscard(item, kept()),
        error -> Operators.onErrorDropped(error, kept()));
  }
}
