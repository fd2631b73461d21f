package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.observability.guard.BreachException.Party;
import org.reactiveserializer.observability.guard.SerialGuard;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;

/** {@link SerialGuard#of} behind an upstream that follows the rules and signals from within {@code request}. */
public class GuardVerification extends PublisherVerification<Long> {
  private final Innocent upstream = new Innocent(Party.UPSTREAM);

  public GuardVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return upstream
        .guard()
        .of(Serializer.<Long>withDefaults().serialize(OrderlyUpstream.numbers(elements)));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return upstream.guard().of(new FailedUpstream<>());
  }

  @AfterClass
  public void nothingWasReported() {
    upstream.judge();
  }
}
