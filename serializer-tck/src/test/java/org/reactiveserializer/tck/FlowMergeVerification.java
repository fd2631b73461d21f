package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link FlowSerializer#publisher} of a merge with sources of the JDK's kind that emit from several threads at once. */
public class FlowMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public FlowMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return FlowSerializer.publisher(
        merge.flatMapFlow(
            source(Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS))),
            FlowMergeVerification::source));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return FlowSerializer.publisher(
        merge.flatMapFlow(
            source(new FailedUpstream<String>()),
            item -> source(new RacingUpstream(1, PRODUCERS))));
  }

  /** A separate object, because a merge would unwrap the adapter itself. */
  private static <P> Flow.Publisher<P> source(Publisher<P> raw) {
    return FlowAdapters.toFlowPublisher(raw)::subscribe;
  }
}
