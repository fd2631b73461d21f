package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/**
 * {@link MutinySerializer#serialize} behind an upstream that emits from several threads at once.
 */
public class MutinySerializeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 4;

  public MutinySerializeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return serialized(new RacingUpstream(elements, PRODUCERS));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return serialized(new FailedUpstream<>());
  }

  private static Flow.Publisher<String> serialized(Publisher<String> upstream) {
    return Multi.createFrom()
        .safePublisher(FlowAdapters.toFlowPublisher(upstream))
        .plug(MutinySerializer.serialize(Serializer.withDefaults()));
  }
}
