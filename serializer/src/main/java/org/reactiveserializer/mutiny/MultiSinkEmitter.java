package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.helpers.Subscriptions;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.operator.Occasion;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;

/** The core's sink, with a subscriber of Mutiny's and what its emitters tell of it. */
final class MultiSinkEmitter<T> extends SinkEmitter<T> implements Flow.Subscription {
  private final AtomicBoolean subscribedOnce = new AtomicBoolean();
  private final Occasion terminated = new Occasion();
  private final Occasion cancelled = new Occasion();
  private volatile @Nullable LongConsumer onRequest;

  // From when it comes to the end of the stream (§3.13).
  private volatile @Nullable MultiSubscriber<? super T> downstream;

  MultiSinkEmitter(SerialSettings<T> settings) {
    super(settings);
  }

  void admit(MultiSubscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    Throwable refusal;
    if (subscribedOnce.compareAndSet(false, true)) {
      downstream = subscriber;
      refusal = admit(new MultiDownstream<>(subscriber, this::downstreamIsDone));
      if (refusal != null) {
        downstream = null;
      }
    } else {
      refusal =
          new IllegalStateException("an emitter has one subscriber, and this one has had it");
    }
    if (refusal != null) {
      Subscriptions.fail(subscriber, refusal);
    }
  }

  Context context() {
    MultiSubscriber<? super T> subscriber = downstream;
    return subscriber == null ? Context.empty() : MultiDownstream.contextOf(subscriber);
  }

  Occasion terminated() {
    return terminated;
  }

  Occasion cancelled() {
    return cancelled;
  }

  void onRequest(LongConsumer callback) {
    onRequest = callback;
    if (isOver()) {
      onRequest = null; // it would not run, and perhaps nobody comes to let it go: that follows an end that was asked for
    }
  }

  /** An item that was refused, and whose producer is not told. */
  void discardRefused(T item) {
    hooks.discard(item);
  }

  /** A failure, likewise. */
  void dropRefused(Throwable failure) {
    hooks.drop(failure);
  }

  @Override
  public void request(long n) {
    super.request(n);
    LongConsumer callback = onRequest;
    if (n > 0 && callback != null && !isEnding()) {
      harmlessly(() -> callback.accept(n));
    }
  }

  @Override
  public void cancel() {
    super.cancel();
    if (wasCancelled()) {
      harmlessly(cancelled::happen);
    }
  }

  @Override
  protected void cancelSources() {
    try {
      super.cancelSources();
    } finally {
      downstreamIsDone();
    }
  }

  private void downstreamIsDone() {
    downstream = null;
    onRequest = null;
    harmlessly(terminated::happen);
    if (wasCancelled()) {
      harmlessly(cancelled::happen);
    } else if (termination.end() == End.SETTLED) { // also if it threw at the terminal, which it got
      cancelled.ruleOut();
    }
  }

  /** Not to be thrown into the downstream, nor at a producer (§3.15, §3.16). */
  private void harmlessly(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable thrown) {
      hooks.drop(thrown);
    }
  }
}
