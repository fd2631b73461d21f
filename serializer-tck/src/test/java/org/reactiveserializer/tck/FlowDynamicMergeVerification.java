package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.flow.DynamicPublisher;
import org.reactiveserializer.flow.FlowMerge;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link DynamicPublisher} with sources that emit from several threads at once. */
@Unicast
public class FlowDynamicMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final FlowMerge<String> merge =
      FlowMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public FlowDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    DynamicPublisher<String> dynamic = merge.mergeDynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      dynamic.add(FlowAdapters.toFlowPublisher(part));
    }
    dynamic.close();
    return dynamic;
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    DynamicPublisher<String> dynamic = merge.mergeDynamic();
    dynamic.add(FlowAdapters.toFlowPublisher(new FailedUpstream<String>()));
    return dynamic;
  }
}
