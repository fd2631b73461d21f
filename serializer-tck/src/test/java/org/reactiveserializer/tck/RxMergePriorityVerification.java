package org.reactiveserializer.tck;

import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.rxjava3.RxMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link RxMerge#mergePriority} with sources that emit from several threads at once. */
public class RxMergePriorityVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final RxMerge<String> merge =
      RxMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public RxMergePriorityVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    List<Publisher<String>> sources = new ArrayList<>();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      sources.add(Flowable.fromPublisher(part));
    }
    return merge.mergePriority(Comparator.<String>naturalOrder(), sources);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.mergePriority(
        Comparator.<String>naturalOrder(), Flowable.fromPublisher(new FailedUpstream<String>()));
  }
}
