package org.reactiveserializer.aeron;

import io.aeron.Publication;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.IdleStrategy;

/** Offers an item again and again, as the settings say, and counts what Aeron answers. */
final class Retries<T> {
  private final AeronSubscriberSettings<T> settings;
  private final Outlet<T> outlet;
  private final AtomicLong backPressured = new AtomicLong();
  private final AtomicLong notConnected = new AtomicLong();

  Retries(AeronSubscriberSettings<T> settings, Outlet<T> outlet) {
    this.settings = settings;
    this.outlet = outlet;
  }

  /** Returns when the item is taken. By who may use the outlet. */
  void untilTaken(T item, ToLongFunction<T> offer) {
    IdleStrategy idle = settings.idle().strategy();
    long begin = System.nanoTime();
    long counted = 0;
    long result = offer.applyAsLong(item);
    while (result <= 0) {
      Thread.interrupted(); // of an upstream: or else no pause would wait, and Aeron would end its
      // client
      if (result != counted) {
        counted = result;
        count(result);
      }
      if (!isRetried(result)) {
        throw notSent("", result);
      }
      if (System.nanoTime() - begin >= settings.limitNanos()) {
        throw notSent(" within %d ms".formatted(settings.limitNanos() / 1_000_000), result);
      }
      idle.idle();
      result = offer.applyAsLong(item);
    }
  }

  private NotSentException notSent(String when, long result) {
    return new NotSentException(
        "a message to %s was not sent%s: %s"
            .formatted(outlet, when, Publication.errorString(result)),
        result == Publication.CLOSED ? settings.clientFailure() : null);
  }

  private void count(long result) {
    if (result == Publication.BACK_PRESSURED) {
      backPressured.incrementAndGet();
    } else if (result == Publication.NOT_CONNECTED) {
      notConnected.incrementAndGet();
    }
  }

  private boolean isRetried(long result) {
    if (result == Publication.BACK_PRESSURED || result == Publication.ADMIN_ACTION) {
      return true;
    }
    return settings.waits() && (result == Publication.NOT_CONNECTED || outlet.reopen(result));
  }

  long backPressured() {
    return backPressured.get();
  }

  long notConnected() {
    return notConnected.get();
  }
}
