package org.reactiveserializer.aeron;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Collects what it gets, and notices signals that overlap (§1.3). */
class Collecting implements Subscriber<String> {
  final BlockingQueue<String> items = new LinkedBlockingQueue<>();
  final AtomicInteger overlaps = new AtomicInteger();
  final CountDownLatch ended = new CountDownLatch(1);
  volatile @Nullable Throwable error;

  private final long initial;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile @Nullable Subscription subscription;

  Collecting(long initial) {
    this.initial = initial;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    if (initial > 0) {
      given.request(initial);
    }
  }

  @Override
  public void onNext(String item) {
    if (inside.getAndIncrement() != 0) {
      overlaps.incrementAndGet();
    }
    accept(item);
    inside.decrementAndGet();
  }

  void accept(String item) {
    items.add(item);
  }

  Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  String next() throws InterruptedException {
    String item = items.poll(60, TimeUnit.SECONDS);
    if (item == null) {
      throw new AssertionError("no item arrived; the error is " + error);
    }
    return item;
  }

  void awaitEnd() throws InterruptedException {
    if (!ended.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("no terminal");
    }
  }

  @Override
  public void onError(Throwable given) {
    error = given;
    ended.countDown();
  }

  @Override
  public void onComplete() {
    ended.countDown();
  }
}
