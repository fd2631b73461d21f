package org.reactiveserializer.tck;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A publisher that breaks §1.3 on purpose and follows every other rule: its producers emit from
 * threads of their own, at the same time, but never more items than requested (§1.1). It completes
 * once, when the last {@code onNext} call has returned.
 *
 * <p>All items are equal, because the kit compares the items of two subscribers, and the order of
 * the producers is not determined.
 *
 * @param count the number of items
 * @param producers the number of threads
 */
record RacingUpstream(long count, int producers) implements Publisher<String> {
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "racing-upstream");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public void subscribe(Subscriber<? super String> subscriber) {
    subscriber.onSubscribe(new Race(subscriber));
    if (count == 0) {
      subscriber.onComplete();
    }
  }

  private final class Race implements Subscription {
    private final Subscriber<? super String> subscriber;
    private final List<Producer> threads = Stream.generate(Producer::new).limit(producers).toList();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private volatile boolean cancelled;

    Race(Subscriber<? super String> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      demand.accumulateAndGet(n, (last, more) -> last + more < 0 ? Long.MAX_VALUE : last + more);
      threads.forEach(Producer::wake);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    private boolean mayEmit() {
      return !cancelled
          && demand.getAndUpdate(n -> n == 0 || n == Long.MAX_VALUE ? n : n - 1) > 0
          && begun.getAndIncrement() < count;
    }

    private void emit() {
      subscriber.onNext("item");
      if (finished.incrementAndGet() == count) {
        subscriber.onComplete();
      }
    }

    /** One of the threads, which signals serially. */
    private final class Producer implements Runnable {
      private final AtomicInteger wakes = new AtomicInteger();

      void wake() {
        if (wakes.getAndIncrement() == 0) {
          THREADS.execute(this);
        }
      }

      @Override
      public void run() {
        int seen = 1;
        do {
          while (mayEmit()) {
            emit();
          }
          seen = wakes.addAndGet(-seen);
        } while (seen != 0);
      }
    }
  }
}
