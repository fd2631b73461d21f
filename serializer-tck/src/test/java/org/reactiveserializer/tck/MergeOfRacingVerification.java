package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#of} with sources that each emit on a thread of their own. */
public class MergeOfRacingVerification extends PublisherVerification<String> {
  private final Merge<String> merge = Merge.<String>withDefaults().concurrency(2).prefetch(2);

  public MergeOfRacingVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.of(Parts.list(elements, part -> new RacingUpstream(part, 1)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.of(new RacingUpstream(1, 1), new FailedUpstream<>());
  }
}
