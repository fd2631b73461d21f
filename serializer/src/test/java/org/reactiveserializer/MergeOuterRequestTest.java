package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/** When, and by how many threads at a time, inner sources are requested of the outer source. */
class MergeOuterRequestTest {
  private final Tap<Integer> outer = Tap.<Integer>named("outer").quiet();
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");
  private final List<Long> requests = new ArrayList<>();
  private final AtomicInteger inside = new AtomicInteger();
  private int mostInside;
  private int delivered;
  private int deliveredBefore;
  private Runnable duringSecondRequest = () -> {};

  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));

  private final Subscription subscription =
      new Subscription() {
        @Override
        public void request(long n) {
          mostInside = Math.max(mostInside, inside.incrementAndGet());
          requests.add(n);
          deliveredBefore = delivered;
          if (requests.size() == 2) {
            duringSecondRequest.run();
          }
          inside.decrementAndGet();
        }

        @Override
        public void cancel() {}
      };

  MergeOuterRequestTest() {
    Merge.<Integer>withDefaults()
        .concurrency(2)
        .<Integer, Integer>flatMap(outer, first -> first == 0 ? a : b)
        .subscribe(downstream);
  }

  private void subscribe() {
    outer.subscriber().onSubscribe(subscription);
  }

  /** §2.7: one inner source ends while the thread of another is inside a request. */
  @Test
  void twoThreadsDoNotRequestAtTheSameTime() {
    subscribe();
    outer.next(0, 1);
    duringSecondRequest = () -> Elsewhere.run(b::complete);
    a.complete();
    assertEquals(1, mostInside);
    assertEquals(List.of(2L, 1L, 1L), requests);
  }

  /** It breaks a rule (§1.9), but gets no request that is not positive, and loses none. */
  @Test
  void aSourceThatEmitsBeforeItsSubscriptionIsAskedForMore() {
    outer.next(0, 1);
    a.complete();
    assertEquals(List.of(), requests);
    subscribe();
    assertEquals(List.of(3L), requests);
  }

  /** The thread that finds that a request is due always finds another item, too. */
  @Test
  void anOwnerThatIsKeptBusyRequestsAfterSomePasses() {
    int items = 10_000;
    downstream.onNext(
        item -> {
          delivered++;
          if (item == 1) {
            b.complete();
          }
          if (item < items) {
            a.next(item + 1);
          }
        });
    subscribe();
    outer.next(0, 1);
    a.next(1);
    assertEquals(items, delivered);
    assertEquals(List.of(2L, 1L), requests);
    assertTrue(deliveredBefore < 100, () -> "requested after " + deliveredBefore + " items");
  }
}
