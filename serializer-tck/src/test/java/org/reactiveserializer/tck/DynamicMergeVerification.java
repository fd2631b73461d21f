package org.reactiveserializer.tck;

import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link DynamicMerge} with sources that each emit on a thread of their own. */
@Unicast
public class DynamicMergeVerification extends PublisherVerification<String> {
  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public DynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    Parts.<String>list(elements, part -> new RacingUpstream(part, 1)).forEach(dynamic::add);
    dynamic.close();
    return dynamic;
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    DynamicMerge<String> dynamic = merge.mergeDynamic();
    dynamic.add(new FailedUpstream<>());
    return dynamic;
  }
}
