package org.reactiveserializer.tck;

import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A publisher that keeps all the rules and emits within {@code request}, hence often within the
 * downstream's {@code onSubscribe} or {@code onNext}. Its items are the numbers from zero.
 *
 * @param count how many items
 */
record OrderlyUpstream(long count) implements Publisher<Long> {

  @Override
  public void subscribe(Subscriber<? super Long> subscriber) {
    subscriber.onSubscribe(new Sequence(subscriber));
    if (count == 0) {
      subscriber.onComplete();
    }
  }

  private final class Sequence implements Subscription {
    private final Subscriber<? super Long> subscriber;
    private final AtomicLong demand = new AtomicLong();
    private long next; // plain: handed from one request that emits to the next by way of the demand
    private volatile boolean cancelled;

    Sequence(Subscriber<? super Long> subscriber) {
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
        subscriber.onNext(next++);
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
