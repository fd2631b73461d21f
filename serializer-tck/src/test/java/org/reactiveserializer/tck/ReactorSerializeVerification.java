package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;
import reactor.core.publisher.Flux;

/**
 * {@link ReactorSerializer#serialize} behind an upstream that emits from several threads at once.
 */
public class ReactorSerializeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  public ReactorSerializeVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flux.from(new RacingUpstream(elements, PRODUCERS))
        .transform(ReactorSerializer.serialize(Serializer.unbounded()));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.from(new FailedUpstream<String>()).transform(ReactorSerializer.serialize());
  }
}
