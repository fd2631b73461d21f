package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowSerializer#serialize} behind an upstream that emits from several threads at once. */
public class FlowSerializeRacingVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final FlowSerializer<String> serializer = FlowSerializer.of(Serializer.unbounded());

  public FlowSerializeRacingVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return serializer.serialize(flow(new RacingUpstream(elements, PRODUCERS)));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return serializer.serialize(flow(new FailedUpstream<>()));
  }

  /** A separate object, because {@link FlowSerializer} would unwrap the adapter itself. */
  private static Flow.Publisher<String> flow(Publisher<String> upstream) {
    return FlowAdapters.toFlowPublisher(upstream)::subscribe;
  }
}
