package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowSerializer#publisher} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class FlowDynamicMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public FlowDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      dynamic.add(source(part));
    }
    dynamic.close();
    return FlowSerializer.publisher(dynamic);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    dynamic.add(source(new FailedUpstream<String>()));
    return FlowSerializer.publisher(dynamic);
  }

  /** A separate object, because the conversion back would unwrap the adapter itself. */
  private static Publisher<String> source(Publisher<String> raw) {
    Flow.Publisher<String> source = FlowAdapters.toFlowPublisher(raw)::subscribe;
    return FlowAdapters.toPublisher(source);
  }
}
