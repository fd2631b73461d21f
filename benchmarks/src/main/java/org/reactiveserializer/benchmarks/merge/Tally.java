package org.reactiveserializer.benchmarks.merge;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** The last subscriber: counts and adds up the items, and verifies both results. */
final class Tally
    implements FlowableSubscriber<Integer>, CoreSubscriber<Integer>, Flow.Subscriber<Integer> {
  private final CountDownLatch end = new CountDownLatch(1);
  private final long batch;
  private LongConsumer request = n -> {};
  private @Nullable Throwable error;
  private long count;
  private long sum;

  private Tally(long batch) {
    this.batch = batch;
  }

  /** Returns a subscriber that requests everything at once. */
  static Tally unbounded() {
    return new Tally(Long.MAX_VALUE);
  }

  /** Returns a subscriber that requests the next item when one has arrived. */
  static Tally oneByOne() {
    return new Tally(1);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    request = subscription::request;
    subscription.request(batch);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    request = subscription::request;
    subscription.request(batch);
  }

  @Override
  public void onNext(Integer item) {
    count++;
    sum += item;
    if (batch == 1) {
      request.accept(1);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    error = thrown;
    end.countDown();
  }

  @Override
  public void onComplete() {
    end.countDown();
  }

  /** Returns the number of items, or throws if it is not {@code expectedCount}. */
  long arrived(long expectedCount) {
    if (error != null || count != expectedCount) {
      throw new AssertionError("%d items, expected %d".formatted(count, expectedCount), error);
    }
    return count;
  }

  /** Waits for the end of the stream, and throws if the items differ from those expected. */
  long check(long expectedCount, long expectedSum) {
    try {
      end.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    if (error != null || count != expectedCount || sum != expectedSum) {
      throw new AssertionError(
          "%d items, sum %d; expected %d, %d".formatted(count, sum, expectedCount, expectedSum),
          error);
    }
    return count;
  }
}
