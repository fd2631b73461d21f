package org.reactiveserializer.tck;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A publisher that follows all rules and emits within {@code request}, so often within the
 * downstream's {@code onSubscribe} or {@code onNext}.
 *
 * @param count the number of items
 * @param items creates each item from its number, starting at zero
 * @param <T> the type of the items
 */
record OrderlyUpstream<T>(long count, LongFunction<? extends T> items) implements Publisher<T> {

  /** Publishes the numbers from zero. */
  static OrderlyUpstream<Long> numbers(long count) {
    return new OrderlyUpstream<>(count, Long::valueOf);
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    subscriber.onSubscribe(new Sequence(subscriber));
    if (count == 0) {
      subscriber.onComplete();
    }
  }

  private final class Sequence implements Subscription {
    private final Subscriber<? super T> subscriber;
    private final AtomicLong demand = new AtomicLong();
    // Plain: passed from one request that emits to the next through the atomic demand.
    private long next;
    private volatile boolean cancelled;

    Sequence(Subscriber<? super T> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      if (demand.getAndAccumulate(n, Sequence::capped) == 0) {
        long unmet = n;
        do {
          emit(unmet);
          unmet = demand.addAndGet(-unmet);
        } while (unmet != 0);
      }
    }

    private void emit(long n) {
      for (long i = 0; i < n && next < count && !cancelled; i++) {
        subscriber.onNext(items.apply(next++));
        if (next == count && !cancelled) {
          subscriber.onComplete();
        }
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    private static long capped(long last, long more) {
      return last + more < 0 ? Long.MAX_VALUE : last + more; // §3.17
    }
  }
}
