package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link Serializer#serialize} behind an upstream that follows the rules by itself. */
public class SerializeVerification extends PublisherVerification<Long> {
  private final Serializer<Long> serializer = Serializer.unbounded();

  public SerializeVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
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
