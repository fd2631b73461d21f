package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxSerializer#flowable} of a merge with sources of RxJava that emit from several threads at once. */
public class RxMergeVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final Merge<String> merge =
      Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4);

  public RxMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Flowable.fromPublisher(
            Parts.publisher(
                elements, part -> Flowable.fromPublisher(new RacingUpstream(part, PRODUCERS))))
        .compose(items -> RxSerializer.flowable(merge.flatMap(items, source -> source)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flowable.fromPublisher(new FailedUpstream<String>())
        .compose(items -> RxSerializer.flowable(merge.flatMap(items, Flowable::just)));
  }
}
