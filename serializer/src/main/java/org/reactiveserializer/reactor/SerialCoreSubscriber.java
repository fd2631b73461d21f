package org.reactiveserializer.reactor;

import org.reactiveserializer.SerialSubscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * A {@link SerialSubscriber} that is also a {@link CoreSubscriber}: any number of threads may call
 * it, and it passes their signals to one downstream subscriber, one at a time (§1.3). Its context is
 * the downstream's. {@link ReactorSerializer#wrap(CoreSubscriber)} makes it. Do not implement this
 * interface: methods may be added.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public interface SerialCoreSubscriber<T> extends CoreSubscriber<T>, SerialSubscriber<T> {
  @Override
  void onSubscribe(Subscription subscription);
}
