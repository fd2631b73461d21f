package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that keeps what it gets. Waits without a limit: the tests have one. */
final class Recorder<T> implements Subscriber<T> {
  private final long initial;
  private final Consumer<T> onNext;
  private final CountDownLatch ended = new CountDownLatch(1);
  private int items; // guarded by this
  @Nullable Subscription subscription;
  volatile @Nullable Throwable error;
  volatile boolean completed;

  Recorder(long initial, Consumer<T> onNext) {
    this.initial = initial;
    this.onNext = onNext;
  }

  /** Returns a recorder that requests everything, and adds the ints of each buffer to a list. */
  static Recorder<IntBuffer> intoList(List<Integer> ints) {
    return new Recorder<>(Long.MAX_VALUE, addTo(ints));
  }

  static Consumer<IntBuffer> addTo(List<Integer> ints) {
    return batch -> {
      while (batch.hasRemaining()) {
        ints.add(batch.get());
      }
    };
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    if (initial > 0) {
      given.request(initial);
    }
  }

  @Override
  public void onNext(T item) {
    try {
      onNext.accept(item);
    } finally {
      synchronized (this) {
        items++;
        notifyAll();
      }
    }
  }

  @Override
  public void onError(Throwable thrown) {
    error = thrown;
    end();
  }

  @Override
  public void onComplete() {
    completed = true;
    end();
  }

  private void end() {
    assertEquals(1, ended.getCount(), "a second terminal");
    ended.countDown();
  }

  Subscription subscription() {
    assertNotNull(subscription);
    return subscription;
  }

  synchronized void awaitItems(int count) throws InterruptedException {
    while (items < count) {
      wait();
    }
    assertEquals(count, items);
  }

  synchronized int items() {
    return items;
  }

  void awaitCompletion() throws InterruptedException {
    ended.await();
    if (error != null) {
      throw new AssertionError(error);
    }
  }

  <E extends Throwable> E awaitError(Class<E> type) throws InterruptedException {
    ended.await();
    if (!type.isInstance(error)) {
      throw new AssertionError("completed, or another error than " + type, error);
    }
    return type.cast(error);
  }

  static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }
}
