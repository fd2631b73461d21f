package org.reactiveserializer.tck;

import java.util.Comparator;
import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#mergePriority} with sources that each emit on a thread of their own. */
public class MergePriorityVerification extends PublisherVerification<String> {
  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public MergePriorityVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.mergePriority(
        Comparator.<String>naturalOrder(),
        Parts.list(elements, part -> new RacingUpstream(part, 1)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.mergePriority(
        Comparator.<String>naturalOrder(), List.of(new FailedUpstream<String>()));
  }
}
