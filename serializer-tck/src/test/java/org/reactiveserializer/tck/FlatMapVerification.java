package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link Merge#flatMap} to one source per item, all on the thread that requests. */
public class FlatMapVerification extends PublisherVerification<Long> {
  private final Merge<Long> merge = Merge.concurrency(Parts.COUNT);

  public FlatMapVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<Long> createPublisher(long elements) {
    return merge.flatMap(
        OrderlyUpstream.numbers(elements), number -> new OrderlyUpstream<>(1, zero -> number));
  }

  @Override
  public Publisher<Long> createFailedPublisher() {
    return merge.flatMap(new FailedUpstream<Long>(), OrderlyUpstream::numbers);
  }
}
