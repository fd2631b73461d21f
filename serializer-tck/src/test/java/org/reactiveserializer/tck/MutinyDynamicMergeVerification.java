package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.DynamicMulti;
import org.reactiveserializer.mutiny.MutinyMerge;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link DynamicMulti} with sources that emit from several threads at once. */
@Unicast
public class MutinyDynamicMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final MutinyMerge<String> merge =
      MutinyMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public MutinyDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    DynamicMulti<String> dynamic = merge.mergeDynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      dynamic.add(Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(part)));
    }
    dynamic.close();
    return dynamic;
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    DynamicMulti<String> dynamic = merge.mergeDynamic();
    dynamic.add(
        Multi.createFrom()
            .safePublisher(FlowAdapters.toFlowPublisher(new FailedUpstream<String>())));
    return dynamic;
  }
}
