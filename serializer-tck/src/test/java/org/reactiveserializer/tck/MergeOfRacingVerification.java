package org.reactiveserializer.tck;

import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link Merge#of} with sources that each emit on a thread of their own. */
public class MergeOfRacingVerification extends PublisherVerification<String> {
  private final Merge<String> merge = Merge.<String>concurrency(2).prefetch(2);

  public MergeOfRacingVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-publisher.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return merge.of(Parts.list(elements, part -> new RacingUpstream(part, 1)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return merge.of(new RacingUpstream(1, 1), new FailedUpstream<>());
  }
}
