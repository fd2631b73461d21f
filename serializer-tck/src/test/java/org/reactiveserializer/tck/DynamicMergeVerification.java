package org.reactiveserializer.tck;

import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link DynamicMerge} with sources that each emit on a thread of their own. */
@Unicast
public class DynamicMergeVerification extends PublisherVerification<String> {
  public DynamicMergeVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return Parts.dynamic(elements, 1, part -> part);
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Parts.failed(part -> part);
  }
}
