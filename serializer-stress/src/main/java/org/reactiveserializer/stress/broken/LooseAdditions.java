package org.reactiveserializer.stress.broken;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * An outer source that looks whether it is closed, and then passes on a source: it may be closed in
 * between, so that it has accepted a source that is never merged.
 */
public final class LooseAdditions implements Publisher<Publisher<Item>> {
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Subscriber<? super Publisher<Item>> merger;

  @Override
  public void subscribe(Subscriber<? super Publisher<Item>> arrived) {
    merger = arrived;
    arrived.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        });
  }

  /** Adds a source. Returns whether it was accepted. */
  public boolean add(Publisher<Item> source) {
    if (closed.get()) {
      return false;
    }
    Reactions.spin();
    Objects.requireNonNull(merger).onNext(source);
    return true;
  }

  /** Closes. */
  public void close() {
    closed.set(true);
    Objects.requireNonNull(merger).onComplete();
  }
}
