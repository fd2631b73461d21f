package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.flow.FlowMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowMerge#concatMapEager} with sources that emit from several threads at once. */
public class FlowConcatMapEagerVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final FlowMerge<String> merge =
      FlowMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public FlowConcatMapEagerVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return merge.concatMapEager(
        FlowAdapters.toFlowPublisher(
            Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS))),
        source -> FlowAdapters.toFlowPublisher(source));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return merge.concatMapEager(
        FlowAdapters.toFlowPublisher(new FailedUpstream<Publisher<String>>()),
        source -> FlowAdapters.toFlowPublisher(source));
  }
}
