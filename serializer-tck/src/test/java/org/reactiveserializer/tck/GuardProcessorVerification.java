package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.observability.guard.BreachException.Party;
import org.reactiveserializer.observability.guard.SerialGuard;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;

/**
 * {@link SerialGuard#of} behind a serializer whose upstream emits from several threads at once: the
 * guard finds nothing to report.
 */
public class GuardProcessorVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final Innocent serializer = new Innocent(Party.UPSTREAM);

  public GuardProcessorVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return serializer
        .guard()
        .of(Serializer.<String>withDefaults().serialize(new RacingUpstream(elements, PRODUCERS)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return serializer
        .guard()
        .of(Serializer.<String>withDefaults().serialize(new FailedUpstream<>()));
  }

  @AfterClass
  public void nothingWasReported() {
    serializer.judge();
  }
}
