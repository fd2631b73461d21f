package org.reactiveserializer.aeron;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;

/**
 * What becomes of the items of an {@link AeronSubscriber}, and of its stream: what is given up, why it
 * fails, and that it is closed. By any thread.
 */
final class StreamOwner<T> implements OfferLoop.Owner<T> {
  private final AeronSubscriberSettings<T> settings;
  private final Upstream upstream;
  private final Runnable abort;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final LongAdder discarded = new LongAdder(); // by the loop
  private final LongAdder early = new LongAdder(); // discarded before they came to the loop
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Creates it; {@code abort} ends the stream at once. */
  StreamOwner(AeronSubscriberSettings<T> settings, Upstream upstream, Runnable abort) {
    this.settings = settings;
    this.upstream = upstream;
    this.abort = abort;
  }

  @Override
  public void hasTaken(int count) {
    upstream.request(count);
  }

  @Override
  public void discard(T item) {
    discarded.increment();
    settings.discard(item);
  }

  /** An item is given up that has not come to the loop. */
  void discardEarly(T item) {
    early.increment();
    settings.discard(item);
  }

  @Override
  public void drop(Throwable error) {
    settings.drop(error);
  }

  @Override
  public void fail(Throwable reason) {
    if (failure.compareAndSet(null, reason)) {
      settings.drop(reason);
    }
    upstream.cancel();
  }

  /** For example, the upstream threw from {@code request} or {@code cancel} (§3.16). */
  @Override
  public void abort(Throwable reason) {
    fail(reason);
    abort.run();
  }

  @Override
  public void hasClosed() {
    closed.countDown();
  }

  /** The upstream has ended with an error. */
  void upstreamFailed(Throwable error) {
    failure.compareAndSet(null, error);
    settings.drop(error);
  }

  boolean awaitClosed(Duration timeout) throws InterruptedException {
    return closed.await(Check.nanos(timeout), TimeUnit.NANOSECONDS);
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Nullable Throwable failure() {
    return failure.get();
  }

  long discarded() {
    return discardedEarly() + discarded.sum();
  }

  long discardedEarly() {
    return early.sum();
  }
}
