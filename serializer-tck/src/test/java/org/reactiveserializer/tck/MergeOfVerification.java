package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link Merge#of} with sources that emit on the thread that requests. */
public class MergeOfVerification extends PublisherVerification<Long> {
  private final Merge<Long> merge = Merge.concurrency(Parts.COUNT);

  public MergeOfVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return merge.of(Parts.list(elements, OrderlyUpstream::numbers));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return merge.of(OrderlyUpstream.numbers(1), new FailedUpstream<>());
  }
}
