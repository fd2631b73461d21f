package org.reactiveserializer.io.ring;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.io.internal.shared.Refusal;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** What a reader reads, as a stream for one subscriber. */
final class RingPublisher<T> implements Publisher<T> {
  private final RingEnd reader;
  private final RingSource<T> source;
  private final RingOptions options;
  private final AtomicBoolean subscribed = new AtomicBoolean();

  RingPublisher(RingEnd reader, RingSource<T> source, RingOptions options) {
    this.reader = reader;
    this.source = source;
    this.options = options;
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    if (subscribed.getAndSet(true)) {
      refuse(subscriber, "the stream of the " + reader + " has a subscriber already");
      return;
    }
    RingStream<T> stream = new RingStream<>(reader, source, options, subscriber);
    try {
      stream.enter();
    } catch (IllegalStateException inUse) {
      refuse(subscriber, Objects.toString(inUse.getMessage()));
      return;
    }
    stream.start();
  }

  private void refuse(Subscriber<? super T> subscriber, String reason) {
    try {
      Refusal.signal(subscriber, new IllegalStateException(reason));
    } catch (Throwable thrown) {
      options.drop(thrown);
    }
  }
}
