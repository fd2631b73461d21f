package org.reactiveserializer.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.reactor.ReactorMerge;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** {@link ReactorMerge#mergePriority} with sources that emit from several threads at once. */
public class ReactorMergePriorityVerification extends PublisherVerification<String> {
  private static final int PRODUCERS = 2;

  private final ReactorMerge<String> merge =
      ReactorMerge.with(Merge.<String>withDefaults().concurrency(Parts.COUNT).prefetch(4));

  public ReactorMergePriorityVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    List<Publisher<String>> sources = new ArrayList<>();
    for (Publisher<String> part :
        Parts.<String>list(elements, part -> new RacingUpstream(part, PRODUCERS))) {
      sources.add(Flux.from(part));
    }
    return merge.mergePriority(Comparator.<String>naturalOrder(), sources);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.mergePriority(
        Comparator.<String>naturalOrder(), Flux.from(new FailedUpstream<String>()));
  }
}
