package org.reactiveserializer.tck;

import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** {@link ReactorSerializer#flux} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class ReactorDynamicMergeVerification extends PublisherVerification<String> {
  public ReactorDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return ReactorSerializer.flux(Parts.dynamic(elements, 2, Flux::from));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return ReactorSerializer.flux(Parts.failed(Flux::from));
  }
}
