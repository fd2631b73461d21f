package org.reactiveserializer.reactor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialSettings;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** A sink's subscriber, from when it comes to the end of the stream (§3.13); and its context, also after that. */
final class OneSubscriber<T> {
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile @Nullable CoreSubscriber<? super T> current;
  private volatile Context last = Context.empty();

  /** True for the first. */
  boolean take(CoreSubscriber<? super T> subscriber) {
    boolean first = taken.compareAndSet(false, true);
    if (first) {
      current = subscriber;
    }
    return first;
  }

  /** The stream has ended. By the owner of the emission. */
  void release() {
    CoreSubscriber<? super T> subscriber = current;
    if (subscriber != null) {
      last = subscriber.currentContext(); // before current: who does not find that one looks here
      current = null;
    }
  }

  boolean wasTaken() {
    return taken.get();
  }

  @Nullable CoreSubscriber<? super T> current() {
    return current;
  }

  /** Returns settings with Reactor's hooks, for this subscriber, in place of those that the user did not set. */
  SerialSettings<T> hooked(SerialSettings<T> settings) {
    return settings.with(
        settings
            .hooks()
            .orElse(
                item -> Operators.onDiscard(item, context()),
                error -> Operators.onErrorDropped(error, context())));
  }

  Context context() {
    CoreSubscriber<? super T> subscriber = current;
    return subscriber == null ? last : subscriber.currentContext();
  }
}
