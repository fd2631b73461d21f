package org.reactiveserializer.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The verifications prove something only if their upstream really breaks the rule. */
class RacingUpstreamTest {
  private static final int PRODUCERS = 4;

  @Test
  void allProducersAreInOnNextAtTheSameTime() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(PRODUCERS);
    CountDownLatch completed = new CountDownLatch(1);
    new RacingUpstream(PRODUCERS, PRODUCERS).subscribe(new Meeting(inside, completed));
    assertTrue(completed.await(60, TimeUnit.SECONDS));
  }

  /** Blocks every {@code onNext} call until all producers are inside. */
  private record Meeting(CountDownLatch inside, CountDownLatch completed)
      implements Subscriber<String> {

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String item) {
      inside.countDown();
      try {
        inside.await();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      completed.countDown();
    }
  }
}
