package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxSerializer#flowable} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class RxDynamicMergeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public RxDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      dynamic.add(Flowable.fromPublisher(part));
    }
    dynamic.close();
    return RxSerializer.flowable(dynamic);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    dynamic.add(Flowable.fromPublisher(new FailedUpstream<String>()));
    return RxSerializer.flowable(dynamic);
  }
}
