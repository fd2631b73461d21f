package org.reactiveserializer.benchmarks.io.ipc;

import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that requests without bound, and verifies what it gets. */
final class Unbounded<T> implements Subscriber<T> {
  private static final int LOOK_MILLIS = 10;

  private final Check check;
  private final BiConsumer<T, Check> unpacking;
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable Throwable end;

  Unbounded(Check check, BiConsumer<T, Check> unpacking) {
    this.check = check;
    this.unpacking = unpacking;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(T item) {
    unpacking.accept(item, check);
    check.publish();
  }

  @Override
  public void onError(Throwable error) {
    end = error;
  }

  @Override
  public void onComplete() {
    end = new IllegalStateException("the stream completed while the other process was writing");
  }

  /**
   * Waits until it is over, cancels, and waits until no item can be under way. Throws if the stream
   * ended.
   */
  void await(BooleanSupplier isOver) throws InterruptedException {
    while (!isOver.getAsBoolean() && end == null) {
      Thread.sleep(LOOK_MILLIS);
    }
    Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
    Thread.sleep(LOOK_MILLIS);
    Throwable failed = end;
    if (failed != null) {
      throw new IllegalStateException("the stream ended: " + failed, failed);
    }
  }
}
