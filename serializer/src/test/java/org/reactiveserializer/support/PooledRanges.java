package org.reactiveserializer.support;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Creates sources that publish consecutive integers on the threads of a pool, and then complete.
 * Records how many of them live at a time: from {@code subscribe} until just before the end.
 */
public final class PooledRanges {
  private final AtomicInteger live = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Executor pool;

  public PooledRanges(Executor pool) {
    this.pool = pool;
  }

  public Publisher<Integer> range(int from, int count) {
    return subscriber -> {
      most.accumulateAndGet(live.incrementAndGet(), Math::max);
      subscriber.onSubscribe(new Numbers(from, from + count, subscriber));
    };
  }

  /** Returns the maximum number of sources that lived at a time. */
  public int most() {
    return most.get();
  }

  private final class Numbers implements Subscription, Runnable {
    private final int end;
    private final Subscriber<? super Integer> subscriber;
    private final AtomicLong requested = new AtomicLong();
    private volatile boolean cancelled;

    // Accessed by the task, which runs once at a time.
    private int next;

    Numbers(int from, int end, Subscriber<? super Integer> subscriber) {
      this.next = from;
      this.end = end;
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      if (requested.getAndAdd(n) == 0) {
        pool.execute(this);
      }
    }

    @Override
    public void run() {
      long batch = requested.get();
      while (batch != 0) {
        for (long i = 0; i < batch && next < end && !cancelled; i++) {
          subscriber.onNext(next++);
        }
        if (next == end || cancelled) {
          live.getAndDecrement();
          if (!cancelled) {
            subscriber.onComplete();
          }
          return; // some demand is left, so no other task is started
        }
        batch = requested.addAndGet(-batch);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
