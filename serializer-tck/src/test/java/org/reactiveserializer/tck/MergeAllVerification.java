package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/**
 * All entry points of {@link Merge} at the same time, in one merge of three others: with sources
 * that emit on the thread that requests, on a thread of their own, and, in violation of §1.3, on
 * several threads.
 */
public class MergeAllVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 4;

  private final Merge<String> merge = Merge.withDefaults().concurrency(Parts.COUNT);

  public MergeAllVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.of(
        merge.of(new RacingUpstream(Parts.share(elements, 0), 1)),
        merge.flatMap(
            OrderlyUpstream.numbers(Parts.share(elements, 1)),
            number -> new OrderlyUpstream<>(1, zero -> "item")),
        merge.flatMap(
            Parts.publisher(Parts.share(elements, 2), part -> new RacingUpstream(part, PRODUCERS)),
            source -> source));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.of(
        new RacingUpstream(1, 1),
        merge.flatMap(new FailedUpstream<Publisher<String>>(), source -> source));
  }
}
