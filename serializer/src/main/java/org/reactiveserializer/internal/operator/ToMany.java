package org.reactiveserializer.internal.operator;

import java.util.function.Consumer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Feeds a target that passes on each item to many subscribers, at once and on this thread: what one
 * of them throws (§2.13) ends nothing for the others.
 *
 * @param <T> the type of the items
 */
public final class ToMany<T> implements Subscriber<T> {
  private final Subscriber<? super T> target;
  private final Consumer<? super Throwable> drop;

  /** Creates a subscriber that feeds {@code target}, and passes what that throws to {@code drop}. */
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
    } catch (VirtualMachineError fatal) {
      throw fatal; // no stack, or no heap: the operator knows what to do
    } catch (Throwable thrown) {
      drop.accept(thrown);
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
