package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link Merge#merge} with sources that each emit on a thread of their own. */
public class MergeRacingVerification extends PublisherVerification<String> {
  private final Merge<String> merge;

  public MergeRacingVerification() {
    this(ErrorMode.IMMEDIATE);
  }

  MergeRacingVerification(ErrorMode mode) {
    super(Kit.environment());
    merge = Merge.<String>withDefaults().concurrency(2).prefetch(2).errors(mode);
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.flatMap(
        Parts.publisher(elements, part -> new RacingUpstream(part, 1)), source -> source);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.flatMap(new FailedUpstream<Publisher<String>>(), source -> source);
  }
}
