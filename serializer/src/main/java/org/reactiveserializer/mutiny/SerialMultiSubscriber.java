package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.subscription.MultiSubscriber;
import org.reactiveserializer.SerialSubscriber;

/**
 * A {@link SerialSubscriber} that is also a {@link MultiSubscriber}. The downstream gets this as its
 * subscription. {@link MutinySerializer#wrap} makes it. Do not implement this
 * interface: methods may be added.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public interface SerialMultiSubscriber<T> extends SerialSubscriber<T>, MultiSubscriber<T> {
  @Override
  void onNext(T item);

  @Override
  void onError(Throwable error);

  @Override
  void onComplete();
}
