package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#flatMap} to one source per item, all on the thread that requests. */
public class FlatMapVerification extends PublisherVerification<Long> {
  private final Merge<Long> merge = Merge.withDefaults().concurrency(Parts.COUNT);

  public FlatMapVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return merge.flatMap(
        OrderlyUpstream.numbers(elements), number -> new OrderlyUpstream<>(1, zero -> number));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return merge.flatMap(new FailedUpstream<Long>(), OrderlyUpstream::numbers);
  }
}
