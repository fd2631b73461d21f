package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link MutinySerializer#multi} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class MutinyDynamicMergeVerification extends FlowPublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public MutinyDynamicMergeVerification() {
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
    return MutinySerializer.multi(dynamic);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    dynamic.add(source(new FailedUpstream<String>()));
    return MutinySerializer.multi(dynamic);
  }

  private static Publisher<String> source(Publisher<String> raw) {
    return FlowAdapters.toPublisher(
        Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw)));
  }
}
