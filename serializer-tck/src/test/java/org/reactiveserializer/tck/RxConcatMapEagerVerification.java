package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.rxjava3.RxMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxMerge#concatMappingEager} with sources that emit from several threads at once. */
public class RxConcatMapEagerVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final RxMerge<String> merge =
      RxMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public RxConcatMapEagerVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flowable.fromPublisher(
            Parts.publisher(elements, part -> new RacingUpstream(part, PRODUCERS)))
        .compose(
            merge.<Publisher<String>, String>concatMappingEager(
                source -> Flowable.fromPublisher(source)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flowable.fromPublisher(new FailedUpstream<Publisher<String>>())
        .compose(
            merge.<Publisher<String>, String>concatMappingEager(
                source -> Flowable.fromPublisher(source)));
  }
}
