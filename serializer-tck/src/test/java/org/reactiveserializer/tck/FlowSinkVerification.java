package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerialSink;
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
    SerialSink<String> sink = Serializer.<String>withDefaults().sink();
    Producers.feed(sink, elements);
    return FlowSerializer.publisher(sink);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    SerialSink<String> sink = Serializer.<String>withDefaults().sink();
    sink.tryFail(new IllegalStateException("failed before it was subscribed to"));
    return FlowSerializer.publisher(sink);
  }
}
