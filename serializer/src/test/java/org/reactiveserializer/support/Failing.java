package org.reactiveserializer.support;

import java.util.List;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Publishes its items and fails, all before it returns from {@code subscribe}.
 *
 * @param error the error with which it fails
 * @param items the items that it publishes before, requested or not
 */
public record Failing(Throwable error, List<Integer> items) implements Publisher<Integer> {

  /** Creates one without items. */
  public Failing(Throwable error) {
    this(error, List.of());
  }

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(new RecordingSubscription());
    items.forEach(subscriber::onNext);
    subscriber.onError(error);
  }
}
