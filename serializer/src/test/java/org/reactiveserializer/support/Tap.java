package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A source that emits the signals that a test requests, and records the calls of its subscription.
 */
public final class Tap<T> implements Publisher<T> {
  private final String name;
  private final List<Subscriber<? super T>> subscribers = new ArrayList<>();
  private final RecordingSubscription subscription = new RecordingSubscription();
  private boolean quiet;
  private Runnable onSubscribe = () -> {};

  private Tap(String name) {
    this.name = name;
  }

  public static <T> Tap<T> named(String name) {
    return new Tap<>(name);
  }

  /** Makes {@link #subscribe} signal no subscription. */
  public Tap<T> quiet() {
    quiet = true;
    return this;
  }

  /** Sets an action that runs before {@link #subscribe} returns. */
  public Tap<T> onSubscribe(Runnable action) {
    onSubscribe = action;
    return this;
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    subscribers.add(subscriber);
    if (!quiet) {
      subscriber.onSubscribe(subscription);
    }
    onSubscribe.run();
  }

  /** Returns the subscriber; there must be exactly one. */
  public Subscriber<? super T> subscriber() {
    if (subscribers.size() != 1) {
      throw new AssertionError(name + " was subscribed to " + subscribers.size() + " times");
    }
    return subscribers.get(0);
  }

  public boolean isSubscribed() {
    return !subscribers.isEmpty();
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // read only
  public final Tap<T> next(T... items) {
    Arrays.asList(items).forEach(subscriber()::onNext);
    return this;
  }

  public void complete() {
    subscriber().onComplete();
  }

  public void fail(Throwable error) {
    subscriber().onError(error);
  }

  public RecordingSubscription subscription() {
    return subscription;
  }

  /** Returns the numbers requested and "cancel", in order. */
  public List<Object> calls() {
    return subscription.calls();
  }

  public boolean isCancelled() {
    return calls().contains("cancel");
  }

  @Override
  public String toString() {
    return name;
  }
}
