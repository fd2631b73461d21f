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
 * A downstream that records its signals, any overlap of two threads and the depth of recursion, and
 * runs the action that a test sets for a signal.
 */
public final class RecordingSubscriber<T> implements Subscriber<T> {
  private final List<Object> signals = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger inside = new AtomicInteger();
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable Thread deliverer;
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

  /** Runs {@code action} when {@code item} arrives. Other items keep the actions set before. */
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
    if (depth > 1 && deliverer != Thread.currentThread()) {
      overlapped = true;
    }
    deliverer = Thread.currentThread();
    deepest = Math.max(deepest, depth);
    signals.add(signal);
    try {
      action.run();
    } finally {
      inside.decrementAndGet();
    }
  }

  /** Returns all signals in order: items and errors themselves, "subscribed", "completed". */
  public List<Object> signals() {
    synchronized (signals) {
      return List.copyOf(signals);
    }
  }

  public Subscription subscription() {
    return Objects.requireNonNull(subscription, "not subscribed");
  }

  /** Returns the thread that delivered the last signal. */
  public @Nullable Thread deliverer() {
    return deliverer;
  }

  public boolean overlapped() {
    return overlapped;
  }

  /** Returns the maximum number of nested signals. */
  public int deepest() {
    return deepest;
  }
}
