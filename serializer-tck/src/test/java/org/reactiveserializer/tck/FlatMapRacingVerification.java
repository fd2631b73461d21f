package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#flatMap} to one source per item, each on its own thread, as is the outer source. */
public class FlatMapRacingVerification extends PublisherVerification<String> {
  private final Merge<String> merge = Merge.withDefaults().concurrency(Parts.COUNT);

  public FlatMapRacingVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.flatMap(new RacingUpstream(elements, 1), item -> new RacingUpstream(1, 1));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.flatMap(new FailedUpstream<String>(), item -> new RacingUpstream(1, 1));
  }
}
