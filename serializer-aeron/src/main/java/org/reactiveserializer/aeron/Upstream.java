package org.reactiveserializer.aeron;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.SerialSubscription;
import org.reactivestreams.Subscription;

/** The publisher that an {@link AeronSubscriber} is subscribed to, if it is. By any thread. */
final class Upstream {
  private final AtomicReference<@Nullable SerialSubscription> upstream = new AtomicReference<>();
  private volatile boolean isEnding; // an upstream is cancelled if it finds this, or this finds it

  /**
   * Takes the only subscription, and requests its first items.
   *
   * @param onThrown gets what the subscription throws
   */
  void set(Subscription subscription, int first, Consumer<Throwable> onThrown) {
    SerialSubscription serial = new SerialSubscription(subscription, onThrown);
    if (!upstream.compareAndSet(null, serial)) {
      subscription.cancel(); // §2.5
    } else if (isEnding) {
      serial.cancel();
    } else {
      serial.request(first);
    }
  }

  void request(int more) {
    SerialSubscription subscription = upstream.get();
    if (subscription != null) {
      subscription.request(more);
    }
  }

  void cancel() {
    isEnding = true;
    SerialSubscription subscription = upstream.get();
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
