package org.reactiveserializer.reactor;

import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.Guest;
import org.reactiveserializer.internal.operator.SerialSettings;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** A sink's subscriber, until the end of the stream; and its context, also after that. */
final class OneSubscriber<T> extends Guest<CoreSubscriber<? super T>, Context> {
  OneSubscriber() {
    super(Context.empty());
  }

  @Override
  protected Context of(CoreSubscriber<? super T> subscriber) {
    return subscriber.currentContext();
  }

  /** It cannot stay, and nothing is kept of it. */
  void refuse() {
    forget();
  }

  /** Returns settings with Reactor's hooks, for this subscriber, in place of those that the user did not set. */
  SerialSettings<T> hooked(SerialSettings<T> settings) {
    return settings.with(hooked(settings.hooks()));
  }

  /** Returns hooks with Reactor's, for this subscriber, in place of those that the user did not set. */
  <I> Hooks<I> hooked(Hooks<I> hooks) {
    return hooks.orElse(
        item -> Operators.onDiscard(item, kept()),
        error -> Operators.onErrorDropped(error, kept()));
  }
}
