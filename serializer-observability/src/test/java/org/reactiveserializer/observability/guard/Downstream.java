package org.reactiveserializer.observability.guard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that records its signals, and runs what a test sets for an item. */
final class Downstream implements Subscriber<Integer> {
  private final List<Object> signals = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, Runnable> actions = new ConcurrentHashMap<>();
  private @Nullable Subscription subscription;

  Consumer<Subscription> onSubscribe = arrived -> {};
  Consumer<Integer> onNext = item -> {};

  /** Runs {@code action} when {@code item} arrives. */
  void on(Integer item, Runnable action) {
    actions.put(item, action);
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
    signals.add("subscribed");
    onSubscribe.accept(arrived);
  }

  @Override
  public void onNext(Integer item) {
    signals.add(item);
    actions.getOrDefault(item, () -> {}).run();
    onNext.accept(item);
  }

  @Override
  public void onError(Throwable error) {
    signals.add(error);
  }

  @Override
  public void onComplete() {
    signals.add("completed");
  }

  void request(long n) {
    Objects.requireNonNull(subscription, "not subscribed").request(n);
  }

  void cancel() {
    Objects.requireNonNull(subscription, "not subscribed").cancel();
  }

  /** Returns all signals in order: items and errors themselves, "subscribed", "completed". */
  List<Object> signals() {
    return List.copyOf(signals);
  }
}
