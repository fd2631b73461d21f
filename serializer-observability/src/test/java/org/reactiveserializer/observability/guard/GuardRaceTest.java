package org.reactiveserializer.observability.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.observability.Threads;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Two signals that begin at the same time: one of the two threads reports, whatever the timing. */
class GuardRaceTest {
  private static final int ROUNDS = 1_000;

  @Test
  void oneOfTwoReports() {
    assertEquals(ROUNDS, reports(GuardRaceTest::guarded, ROUNDS));
  }

  @Test
  void theTwinThatLooksBeforeItPublishesMissesThem() {
    assertEquals(0, reports(LooksFirst::new, 1));
  }

  private static Subscriber<Integer> guarded(Subscriber<Integer> downstream, AtomicInteger found) {
    return SerialGuard.withDefaults().onBreach(breach -> found.getAndIncrement()).wrap(downstream);
  }

  /** Returns how many of the rounds, in each of which two signals overlap, were reported. */
  private static int reports(
      BiFunction<Subscriber<Integer>, AtomicInteger, Subscriber<Integer>> subject, int rounds) {
    AtomicInteger found = new AtomicInteger();
    CyclicBarrier both = new CyclicBarrier(2);
    Subscriber<Integer> guarded = subject.apply(new Meeting(both), found);
    guarded.onSubscribe(new Unlimited());
    for (int round = 0; round < rounds; round++) {
      Threads.race(round, () -> guarded.onNext(1), () -> guarded.onNext(2));
    }
    return found.get();
  }

  private static void meet(CyclicBarrier both) {
    try {
      both.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  /** In {@code onNext} it waits for the other thread, so that both are inside. */
  private record Meeting(CyclicBarrier both) implements Subscriber<Integer> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
      meet(both);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  private static final class Unlimited implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /** A twin: it looks who is inside, and only then, when both have looked, says that it is. */
  private static final class LooksFirst implements Subscriber<Integer> {
    private final AtomicInteger inside = new AtomicInteger();
    private final CyclicBarrier looked = new CyclicBarrier(2);
    private final Subscriber<Integer> downstream;
    private final AtomicInteger found;

    LooksFirst(Subscriber<Integer> downstream, AtomicInteger found) {
      this.downstream = downstream;
      this.found = found;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      downstream.onSubscribe(subscription);
    }

    @Override
    public void onNext(Integer item) {
      if (inside.get() != 0) {
        found.getAndIncrement();
      }
      meet(looked);
      inside.getAndIncrement();
      downstream.onNext(item);
      inside.getAndDecrement();
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
