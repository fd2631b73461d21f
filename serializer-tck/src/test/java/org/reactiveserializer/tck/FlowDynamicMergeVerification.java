package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowSerializer#publisher} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class FlowDynamicMergeVerification extends FlowPublisherVerification<String> {
  public FlowDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return FlowSerializer.publisher(
        Parts.dynamic(elements, 2, FlowDynamicMergeVerification::source));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return FlowSerializer.publisher(Parts.failed(FlowDynamicMergeVerification::source));
  }

  /** A separate object, because the conversion back would unwrap the adapter itself. */
  private static Publisher<String> source(Publisher<String> raw) {
    Flow.Publisher<String> source = FlowAdapters.toFlowPublisher(raw)::subscribe;
    return FlowAdapters.toPublisher(source);
  }
}
