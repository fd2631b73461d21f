package org.reactiveserializer.observability.guard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source of one subscriber that emits what a test says, whatever was requested. */
final class Upstream implements Publisher<Integer>, Subscription {
  private final List<Object> calls = Collections.synchronizedList(new ArrayList<>());
  private @Nullable Subscriber<? super Integer> subscriber;

  /** Whether it signals no subscription. */
  boolean isQuiet;

  LongConsumer onRequest = n -> {};
  Runnable onCancel = () -> {};

  @Override
  public void subscribe(Subscriber<? super Integer> arrived) {
    subscriber = arrived;
    if (!isQuiet) {
      arrived.onSubscribe(this);
    }
  }

  Subscriber<? super Integer> subscriber() {
    return Objects.requireNonNull(subscriber, "nobody has subscribed");
  }

  void next(Integer... items) {
    List.of(items).forEach(subscriber()::onNext);
  }

  @Override
  public void request(long n) {
    calls.add(n);
    onRequest.accept(n);
  }

  @Override
  public void cancel() {
    calls.add("cancel");
    onCancel.run();
  }

  /** Returns the numbers requested and "cancel", in order. */
  List<Object> calls() {
    return List.copyOf(calls);
  }
}
