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

  private final Serializer<String> serializer = Serializer.withDefaults();

  public FlowSerializeRacingVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return FlowSerializer.serialize(flow(new RacingUpstream(elements, PRODUCERS)), serializer);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return FlowSerializer.serialize(flow(new FailedUpstream<>()), serializer);
  }

  /** A separate object, because {@link FlowSerializer} would unwrap the adapter itself. */
  private static Flow.Publisher<String> flow(Publisher<String> upstream) {
    return FlowAdapters.toFlowPublisher(upstream)::subscribe;
  }
}
