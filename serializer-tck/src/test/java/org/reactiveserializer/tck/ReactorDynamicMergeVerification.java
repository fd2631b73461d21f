package org.reactiveserializer.tck;

import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** {@link ReactorSerializer#flux} of a dynamic merge with sources that emit from several threads at once. */
@Unicast
public class ReactorDynamicMergeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public ReactorDynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      dynamic.add(Flux.from(part));
    }
    dynamic.close();
    return ReactorSerializer.flux(dynamic);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    dynamic.add(Flux.from(new FailedUpstream<String>()));
    return ReactorSerializer.flux(dynamic);
  }
}
