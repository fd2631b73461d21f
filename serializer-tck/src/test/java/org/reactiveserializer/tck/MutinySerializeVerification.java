package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link MutinySerializer#serialize} behind an upstream that emits from several threads at once. */
public class MutinySerializeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  public MutinySerializeVerification() {
    super(new TestEnvironment());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return serialized(new RacingUpstream(elements, PRODUCERS));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return serialized(new FailedUpstream<>());
  }

  private static Publisher<String> serialized(Publisher<String> upstream) {
    return FlowAdapters.toPublisher(
        Multi.createFrom()
            .safePublisher(FlowAdapters.toFlowPublisher(upstream))
            .plug(MutinySerializer.serialize(Serializer.unbounded())));
  }
}
