package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** {@link ReactorSerializer#flux} of a merge with sources of Reactor that emit from several threads at once. */
public class ReactorMergeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public ReactorMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flux.from(
            Parts.publisher(elements, part -> Flux.from(new RacingUpstream(part, PRODUCERS))))
        .transform(items -> ReactorSerializer.flux(merge.flatMap(items, source -> source)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.from(new FailedUpstream<String>())
        .transform(items -> ReactorSerializer.flux(merge.flatMap(items, Flux::just)));
  }
}
