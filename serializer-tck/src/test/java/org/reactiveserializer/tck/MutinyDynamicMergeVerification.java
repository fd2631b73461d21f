package org.reactiveserializer.tck;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link MutinySerializer#multi} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class MutinyDynamicMergeVerification extends FlowPublisherVerification<String> {
  public MutinyDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    return MutinySerializer.multi(
        Parts.dynamic(elements, 2, MutinyDynamicMergeVerification::source));
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    return MutinySerializer.multi(Parts.failed(MutinyDynamicMergeVerification::source));
  }

  private static Publisher<String> source(Publisher<String> raw) {
    return FlowAdapters.toPublisher(
        Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw)));
  }
}
