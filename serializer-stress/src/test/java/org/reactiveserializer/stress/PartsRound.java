package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One round of a soak: threads emit as fast as they can, while another one requests a few items at a time. So owners
 * run out of credit again and again, in the middle of what others hand over, and keep items of their own
 * behind that.
 */
final class PartsRound implements Soak.Round, Subscriber<Integer> {
  private static final int MOST_PRODUCERS = 5;
  private static final int MOST_ITEMS = 20_000;
  private static final int MOST_AT_A_TIME = 6;

  private final SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
  private final AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
  private final int[] next;
  private final int each;
  private final int atATime;
  private @Nullable Subscription subscription;
  private volatile int delivered;

  PartsRound(Random random) {
    next = new int[2 + random.nextInt(MOST_PRODUCERS - 1)];
    each = 1 + random.nextInt(MOST_ITEMS);
    atATime = 1 + random.nextInt(MOST_AT_A_TIME);
  }

  @Override
  public void run() {
    sink.subscribe(this);
    List<Threads.Task> tasks = new ArrayList<>();
    for (int p = 0; p < next.length; p++) {
      int producer = p;
      tasks.add(Threads.start(false, () -> emit(producer)));
    }
    long start = System.nanoTime();
    while (delivered < items() && wrong.get() == null) {
      noting(() -> Objects.requireNonNull(subscription).request(atATime));
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(Threads.PATIENCE_SECONDS)) {
        wrong.compareAndSet(null, new IllegalStateException("not all arrive"));
      }
    }
    tasks.forEach(Threads.Task::join);
    Throwable first = wrong.get();
    if (first != null) {
      throw new IllegalStateException(delivered + " of " + items() + " delivered", first);
    }
  }

  private void emit(int producer) {
    for (int i = 0; i < each; i++) {
      int item = i * next.length + producer;
      noting(
          () -> {
            if (!sink.tryEmit(item).isAccepted()) {
              throw new IllegalStateException("refused");
            }
          });
    }
  }

  private void noting(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException thrown) {
      wrong.compareAndSet(null, thrown);
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // serial; others only read it
  public void onNext(Integer item) {
    int producer = item % next.length;
    if (next[producer]++ != item / next.length) {
      wrong.compareAndSet(null, new IllegalStateException("out of order: " + item));
    }
    delivered++;
  }

  @Override
  public void onError(Throwable error) {
    wrong.compareAndSet(null, error);
  }

  @Override
  public void onComplete() {}

  @Override
  public int items() {
    return next.length * each;
  }

  @Override
  public String toString() {
    return String.format("%d producers of %d items, %d at a time", next.length, each, atATime);
  }
}
