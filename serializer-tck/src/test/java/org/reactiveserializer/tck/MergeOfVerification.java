package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#of} with sources that emit on the thread that requests. */
public class MergeOfVerification extends PublisherVerification<Long> {
  private final Merge<Long> merge = Merge.withDefaults().concurrency(Parts.COUNT);

  public MergeOfVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return merge.of(Parts.list(elements, OrderlyUpstream::numbers));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return merge.of(OrderlyUpstream.numbers(1), new FailedUpstream<>());
  }
}
