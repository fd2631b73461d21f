package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/**
 * {@link ReactorSerializer#serialize} behind an upstream that emits from several threads at once.
 */
public class ReactorSerializeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  public ReactorSerializeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flux.from(new RacingUpstream(elements, PRODUCERS))
        .transform(ReactorSerializer.serialize(Serializer.withDefaults()));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.from(new FailedUpstream<String>()).transform(ReactorSerializer.serialize());
  }
}
