package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Serializer#serialize} behind an upstream that emits from several threads at once. */
public class SerializeRacingVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final Serializer<String> serializer;

  public SerializeRacingVerification() {
    this(ErrorMode.IMMEDIATE);
  }

  SerializeRacingVerification(ErrorMode mode) {
    super(Kit.environment());
    serializer = Serializer.<String>withDefaults().errors(mode);
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return serializer.serialize(new RacingUpstream(elements, PRODUCERS));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return serializer.serialize(new FailedUpstream<>());
  }
}
