package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Serializer#serialize} behind an upstream that follows the rules by itself. */
public class SerializeVerification extends PublisherVerification<Long> {
  private final Serializer<Long> serializer = Serializer.withDefaults();

  public SerializeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return serializer.serialize(OrderlyUpstream.numbers(elements));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return serializer.serialize(new FailedUpstream<>());
  }
}
