package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxSerializer#flowable} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class RxDynamicMergeVerification extends PublisherVerification<String> {
  public RxDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return RxSerializer.flowable(Parts.dynamic(elements, 2, Flowable::fromPublisher));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return RxSerializer.flowable(Parts.failed(Flowable::fromPublisher));
  }
}
