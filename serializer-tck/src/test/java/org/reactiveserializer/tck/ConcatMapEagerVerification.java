package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#concatMapEager} with sources that each emit on a thread of their own. */
public class ConcatMapEagerVerification extends PublisherVerification<String> {
  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public ConcatMapEagerVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.concatMapEager(
        Parts.publisher(elements, part -> new RacingUpstream(part, 1)), source -> source);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.concatMapEager(new FailedUpstream<String>(), item -> new RacingUpstream(1, 1));
  }
}
