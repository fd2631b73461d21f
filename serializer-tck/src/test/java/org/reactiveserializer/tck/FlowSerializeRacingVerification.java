package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link FlowSerializer#serialize} behind an upstream that emits from several threads at once. */
public class FlowSerializeRacingVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final FlowSerializer<String> serializer = FlowSerializer.of(Serializer.unbounded());

  public FlowSerializeRacingVerification() {
    super(new TestEnvironment());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Plain.fromFlow(
        serializer.serialize(Plain.toFlow(new RacingUpstream(elements, PRODUCERS))));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Plain.fromFlow(serializer.serialize(Plain.toFlow(new FailedUpstream<>())));
  }
}
