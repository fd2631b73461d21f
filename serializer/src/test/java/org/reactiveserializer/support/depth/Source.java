package org.reactiveserializer.support.depth;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source that emits the test's signals, and needs no more stack than its own frames. */
final class Source<T> implements Publisher<T>, Subscription {
  private final boolean quiet;
  private @Nullable Subscriber<? super T> subscriber;
  long requested;
  int cancellations;
  boolean ended;

  /** Creates a source; a quiet one does not signal its subscription by itself. */
  Source(boolean quiet) {
    this.quiet = quiet;
  }

  @Override
  public void subscribe(Subscriber<? super T> arrived) {
    subscriber = arrived;
    if (!quiet) {
      arrived.onSubscribe(this);
    }
  }

  @Override
  public void request(long n) {
    requested += n;
  }

  @Override
  public void cancel() {
    cancellations++;
  }

  Subscriber<? super T> subscriber() {
    return Objects.requireNonNull(subscriber);
  }

  /** Completes, if it was subscribed to and is not known to have ended. */
  void complete() {
    if (subscriber != null && !ended) {
      subscriber.onComplete();
      ended = true;
    }
  }

  /** Returns whether it was subscribed to, and neither ended nor was cancelled. */
  boolean lives() {
    return subscriber != null && !ended && cancellations == 0;
  }

  @Override
  public String toString() {
    return "requested " + requested + (cancellations > 0 ? " cancelled" : "");
  }
}
