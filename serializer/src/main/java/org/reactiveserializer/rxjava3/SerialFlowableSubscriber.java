package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import org.reactiveserializer.SerialSubscriber;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A {@link SerialSubscriber} that is also a {@link FlowableSubscriber}. {@link
 * RxSerializer#wrap(Subscriber, org.reactiveserializer.Serializer)} makes it. Do not implement this
 * interface: methods may be added.
 *
 * <p>A {@code Flowable} calls it directly. In front of any other subscriber {@link
 * Flowable#subscribe(Subscriber)} puts one of its own, which silently drops items that arrive at the
 * same time.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public interface SerialFlowableSubscriber<T> extends FlowableSubscriber<T>, SerialSubscriber<T> {
  @Override
  void onSubscribe(Subscription subscription);
}
