package org.reactiveserializer.reactor;

import org.reactiveserializer.SerialSubscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * A {@link SerialSubscriber} that is also a {@link CoreSubscriber}, with the context of its downstream.
 * {@link ReactorSerializer#wrap} makes it. Do not implement this interface: methods may be added.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public interface SerialCoreSubscriber<T> extends CoreSubscriber<T>, SerialSubscriber<T> {
  @Override
  void onSubscribe(Subscription subscription);
}
