package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerializeOperator;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxSerializer} behind an upstream that emits from several threads at once. */
public class RxSerializeRacingVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final SerializeOperator<String> serializer = RxSerializer.serialize();

  public RxSerializeRacingVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flowable.fromPublisher(new RacingUpstream(elements, PRODUCERS)).compose(serializer);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flowable.fromPublisher(new FailedUpstream<String>()).compose(serializer);
  }
}
