package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinyMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link MutinyMerge#concatMappingEager} with sources that emit from several threads at once. */
public class MutinyConcatMapEagerVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final MutinyMerge<String> merge =
      MutinyMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public MutinyConcatMapEagerVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return Multi.createFrom()
        .safePublisher(
            FlowAdapters.toFlowPublisher(
                Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS))))
        .plug(
            merge.<Publisher<String>, String>concatMappingEager(
                source -> Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(source))));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return Multi.createFrom()
        .safePublisher(FlowAdapters.toFlowPublisher(new FailedUpstream<Publisher<String>>()))
        .plug(
            merge.<Publisher<String>, String>concatMappingEager(
                source -> Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(source))));
  }
}
