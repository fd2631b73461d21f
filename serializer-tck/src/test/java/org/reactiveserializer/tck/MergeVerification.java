package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#merge} with sources that emit on the thread that requests. */
public class MergeVerification extends PublisherVerification<Long> {
  private final Merge<Long> merge = Merge.withDefaults().concurrency(Parts.COUNT);

  public MergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return merge.flatMap(Parts.publisher(elements, OrderlyUpstream::numbers), source -> source);
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return merge.flatMap(new FailedUpstream<Publisher<Long>>(), source -> source);
  }
}
