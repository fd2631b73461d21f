package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Collects what it gets, and notices signals that overlap (§1.3). */
class Collecting implements Subscriber<Received<ByteBuf>> {
  final BlockingQueue<Received<ByteBuf>> messages = new LinkedBlockingQueue<>();
  final AtomicInteger overlaps = new AtomicInteger();
  private volatile @Nullable Subscription subscription;
  volatile @Nullable Throwable error;
  volatile boolean completed;

  private final long initial;
  private final AtomicInteger inside = new AtomicInteger();

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
  public void onNext(Received<ByteBuf> message) {
    if (inside.getAndIncrement() != 0) {
      overlaps.incrementAndGet();
    }
    accept(message);
    inside.decrementAndGet();
  }

  void accept(Received<ByteBuf> message) {
    messages.add(message);
  }

  Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  Received<ByteBuf> next() throws InterruptedException {
    Received<ByteBuf> message = messages.poll(60, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("no message arrived");
    }
    return message;
  }

  /** Returns the int in the next message, and releases it. */
  int nextInt() throws InterruptedException {
    Received<ByteBuf> message = next();
    int value = message.message().readInt();
    message.release();
    return value;
  }

  @Override
  public void onError(Throwable given) {
    error = given;
  }

  @Override
  public void onComplete() {
    completed = true;
  }
}
