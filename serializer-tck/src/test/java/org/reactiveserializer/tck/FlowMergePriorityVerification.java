package org.reactiveserializer.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.flow.FlowMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowMerge#mergePriority} with sources that emit from several threads at once. */
public class FlowMergePriorityVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final FlowMerge<String> merge =
      FlowMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public FlowMergePriorityVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    List<Flow.Publisher<String>> sources = new ArrayList<>();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      sources.add(FlowAdapters.toFlowPublisher(part));
    }
    return merge.mergePriority(Comparator.<String>naturalOrder(), sources);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return merge.mergePriority(
        Comparator.<String>naturalOrder(),
        FlowAdapters.toFlowPublisher(new FailedUpstream<String>()));
  }
}
