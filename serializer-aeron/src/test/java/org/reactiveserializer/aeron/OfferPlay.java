package org.reactiveserializer.aeron;

import io.aeron.Publication;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What is around an {@link OfferLoop}: an outlet that refuses what it is told to, and the account. */
final class OfferPlay implements Outlet<Integer>, OfferLoop.Owner<Integer> {
  final List<Integer> sent = new CopyOnWriteArrayList<>();
  final List<Integer> discarded = new CopyOnWriteArrayList<>();
  final CountDownLatch hasSent = new CountDownLatch(1);
  final AtomicInteger faults = new AtomicInteger();
  volatile @Nullable Throwable reason;
  volatile Runnable onAbort = () -> {};

  private final CountDownLatch closed = new CountDownLatch(1);
  private final IntPredicate takes;
  private final AtomicBoolean isUsed = new AtomicBoolean();
  private final AtomicInteger offers = new AtomicInteger();
  private volatile boolean isClosed;

  /**
   * Creates a play.
   *
   * @param takes whether the outlet takes what it is offered, by the number of the offer
   */
  OfferPlay(IntPredicate takes) {
    this.takes = takes;
  }

  boolean awaitClosed(Duration limit) throws InterruptedException {
    return closed.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public long offer(Integer item) {
    if (isClosed || isUsed.getAndSet(true)) {
      faults.incrementAndGet();
    }
    Thread.yield(); // another thread may come
    boolean isTaken = takes.test(offers.getAndIncrement());
    if (isTaken) {
      sent.add(item);
      hasSent.countDown();
    }
    isUsed.set(false);
    return isTaken ? 1 : Publication.BACK_PRESSURED;
  }

  @Override
  public boolean reopen(long result) {
    return false;
  }

  @Override
  public void close() {
    if (isClosed || isUsed.get()) {
      faults.incrementAndGet();
    }
    isClosed = true;
  }

  @Override
  public void hasTaken(int count) {}

  @Override
  public void discard(Integer item) {
    discarded.add(item);
  }

  @Override
  public void drop(Throwable error) {}

  @Override
  public void fail(Throwable given) {
    if (reason == null) { // as an AeronSubscriber, the first one counts
      reason = given;
    }
  }

  @Override
  public void abort(Throwable given) {
    fail(given);
    onAbort.run();
  }

  @Override
  public void hasClosed() {
    closed.countDown();
  }

  @Override
  public String toString() {
    return "sent " + sent + ", discarded " + discarded + ", faults " + faults;
  }
}
