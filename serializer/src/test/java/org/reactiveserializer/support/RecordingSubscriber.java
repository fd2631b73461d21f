package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream that writes down its signals, notes any overlap of two threads and the depth of
 * recursion, and does in each signal what a test tells it to.
 */
public final class RecordingSubscriber<T> implements Subscriber<T> {
  private final List<Object> signals = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger inside = new AtomicInteger();
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable Thread emitter;
  private volatile boolean overlapped;
  private volatile int deepest;

  private Consumer<? super Subscription> onSubscribe = subscription -> {};
  private Consumer<? super T> onNext = item -> {};
  private Consumer<? super Throwable> onError = error -> {};
  private Runnable onComplete = () -> {};

  public RecordingSubscriber<T> onSubscribe(Consumer<? super Subscription> action) {
    onSubscribe = action;
    return this;
  }

  public RecordingSubscriber<T> onNext(Consumer<? super T> action) {
    onNext = action;
    return this;
  }

  /** Does {@code action} when {@code item} arrives, and nothing for the others. */
  public RecordingSubscriber<T> on(T item, Runnable action) {
    Consumer<? super T> others = onNext;
    return onNext(
        arrived -> {
          if (arrived.equals(item)) {
            action.run();
          } else {
            others.accept(arrived);
          }
        });
  }

  public RecordingSubscriber<T> onError(Consumer<? super Throwable> action) {
    onError = action;
    return this;
  }

  public RecordingSubscriber<T> onComplete(Runnable action) {
    onComplete = action;
    return this;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
    signal("subscribed", () -> onSubscribe.accept(arrived));
  }

  @Override
  public void onNext(T item) {
    signal(item, () -> onNext.accept(item));
  }

  @Override
  public void onError(Throwable error) {
    signal(error, () -> onError.accept(error));
  }

  @Override
  public void onComplete() {
    signal("completed", onComplete);
  }

  private void signal(Object signal, Runnable action) {
    int depth = inside.incrementAndGet();
    if (depth > 1 && emitter != Thread.currentThread()) {
      overlapped = true;
    }
    emitter = Thread.currentThread();
    deepest = Math.max(deepest, depth);
    signals.add(signal);
    try {
      action.run();
    } finally {
      inside.decrementAndGet();
    }
  }

  /** All signals in order: items and errors themselves, "subscribed", "completed". */
  public List<Object> signals() {
    synchronized (signals) {
      return List.copyOf(signals);
    }
  }

  public Subscription subscription() {
    return Objects.requireNonNull(subscription, "not subscribed");
  }

  /** The thread that delivered the last signal. */
  public @Nullable Thread emitter() {
    return emitter;
  }

  public boolean overlapped() {
    return overlapped;
  }

  /** The largest number of signals that were ever inside one another. */
  public int deepest() {
    return deepest;
  }
}
