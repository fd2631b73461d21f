package org.reactiveserializer.benchmarks.io.ipc;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Emits numbered items as far as they are requested, in the thread that requests.
 *
 * <p>The thread that increments {@code requested} from zero emits, until it is zero again: no two
 * threads emit at the same time.
 */
final class Emitter<T> implements Subscription {
  private static final int LOOK_MILLIS = 10;
  private static final int ROUND = 1024;

  private final Subscriber<T> subscriber;
  private final LongFunction<T> items;
  private final int step;
  private final BooleanSupplier isOver;
  private final AtomicLong requested = new AtomicLong();
  private final AtomicLong emitted = new AtomicLong(); // by the thread that emits
  private final AtomicBoolean isEmitting = new AtomicBoolean(); // by the thread that emits
  private volatile boolean cancelled;

  /**
   * Creates a subscription.
   *
   * @param items returns the item whose first number is given
   * @param step how many numbers an item contains
   */
  Emitter(Subscriber<T> subscriber, LongFunction<T> items, int step, BooleanSupplier isOver) {
    this.subscriber = subscriber;
    this.items = items;
    this.step = step;
    this.isOver = isOver;
  }

  @Override
  public void request(long count) {
    if (requested.getAndAdd(count) == 0) {
      emit(count);
    }
  }

  private void emit(long count) {
    long granted = count;
    while (granted > 0 && emitAll(granted)) { // else nobody emits again: requested stays positive
      granted = requested.addAndGet(-granted);
    }
  }

  private boolean emitAll(long count) {
    isEmitting.set(true); // before the look whether it is over
    try {
      boolean goesOn = true;
      for (long left = count; left > 0 && goesOn; left -= ROUND) {
        goesOn = emitRound((int) Math.min(left, ROUND));
      }
      return goesOn;
    } finally {
      isEmitting.setRelease(false); // before another thread may emit
    }
  }

  /** A method that is called often is compiled as a whole, as in {@link Polling}. */
  private boolean emitRound(int count) {
    long next = emitted.get();
    for (int i = 0; i < count; i++) {
      if (isOver.getAsBoolean() || cancelled) {
        return false;
      }
      subscriber.onNext(items.apply(next));
      next += step;
      emitted.setRelease(next);
    }
    return true;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  /**
   * Waits until it is over, and returns how many numbers were emitted. Throws if the subscriber
   * cancelled.
   */
  long await() throws InterruptedException {
    while (!isOver.getAsBoolean() && !cancelled) {
      Thread.sleep(LOOK_MILLIS);
    }
    if (cancelled) {
      throw new IllegalStateException("the ring cancelled while items were written");
    }
    while (isEmitting.get()) { // who begins after this look emits nothing
      Thread.sleep(LOOK_MILLIS);
    }
    return emitted.get();
  }
}
