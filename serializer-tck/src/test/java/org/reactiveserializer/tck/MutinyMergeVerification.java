package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link MutinySerializer#multi} of a merge with sources of Mutiny that emit from several threads at once. */
public class MutinyMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public MutinyMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return source(Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS)))
        .plug(
            items ->
                MutinySerializer.multi(merge.flatMapFlow(items, MutinyMergeVerification::source)));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return source(new FailedUpstream<String>())
        .plug(
            items ->
                MutinySerializer.multi(
                    merge.flatMapFlow(items, item -> source(new RacingUpstream(1, PRODUCERS)))));
  }

  private static <P> Multi<P> source(Publisher<P> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }
}
