package org.reactiveserializer.internal.operator;

import java.util.function.Consumer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Feeds a target that passes on each item to many subscribers, at once and on this thread. If one of
 * them throws (§2.13), the target gets what it threw as its error: otherwise the others would wait
 * for ever. To go on is not possible: the target may have been left in the middle of a loop.
 *
 * @param <T> the type of the items
 */
public final class ToMany<T> implements Subscriber<T> {
  private final Subscriber<? super T> target;
  private final Consumer<? super Throwable> drop;

  /** Creates a subscriber that feeds {@code target}; {@code drop} gets what that throws at its end. */
  public ToMany(Subscriber<? super T> target, Consumer<? super Throwable> drop) {
    this.target = target;
    this.drop = drop;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    target.onSubscribe(subscription);
  }

  @Override
  public void onNext(T item) {
    try {
      target.onNext(item);
    } catch (Throwable thrown) {
      try {
        target.onError(thrown);
      } catch (Throwable another) {
        drop.accept(another);
      }
      throw thrown;
    }
  }

  @Override
  public void onError(Throwable error) {
    target.onError(error);
  }

  @Override
  public void onComplete() {
    target.onComplete();
  }
}
