package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowSerializer#publisher} of a sink that several threads emit into at the same time. */
@Unicast
public class FlowSinkVerification extends FlowPublisherVerification<String> {
  public FlowSinkVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    Producers.feed(sink, elements);
    return FlowSerializer.publisher(sink);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    sink.tryFail(new IllegalStateException("failed before it was subscribed to"));
    return FlowSerializer.publisher(sink);
  }
}
