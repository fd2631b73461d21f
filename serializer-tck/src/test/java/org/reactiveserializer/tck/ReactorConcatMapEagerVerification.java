package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactiveserializer.reactor.ReactorMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** {@link ReactorMerge#concatMappingEager} with sources that emit from several threads at once. */
public class ReactorConcatMapEagerVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final ReactorMerge<String> merge =
      ReactorMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public ReactorConcatMapEagerVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flux.from(Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS)))
        .transform(
            merge.<Publisher<String>, String>concatMappingEager(source -> Flux.from(source)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.from(new FailedUpstream<Publisher<String>>())
        .transform(
            merge.<Publisher<String>, String>concatMappingEager(source -> Flux.from(source)));
  }
}
