package org.reactiveserializer.flow;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerialSubscriber;

/**
 * A {@link SerialSubscriber} that is also a {@link Flow.Subscriber}. {@link FlowSerializer#wrap}
 * makes it. Do not implement this interface: methods may be added.
 *
 * @param <T> the type of the items
 */
public interface SerialFlowSubscriber<T>
    extends SerialSubscriber<T>, Flow.Subscriber<T>, Flow.Subscription {
  @Override
  void onNext(T item);

  @Override
  void onError(Throwable error);

  @Override
  void onComplete();

  @Override
  void request(long n);

  @Override
  void cancel();
}
