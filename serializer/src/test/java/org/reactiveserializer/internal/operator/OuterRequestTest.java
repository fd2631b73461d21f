package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/** When, and by how many threads at a time, inner sources are requested of the outer source. */
class OuterRequestTest {
  private static final int ITEMS = 10_000;

  private final List<Tap<Integer>> taps = List.of(Tap.named("a"), Tap.named("b"));
  private final List<Integer> afterItems = new ArrayList<>();
  private final List<Long> requests = new ArrayList<>();
  private final AtomicInteger inside = new AtomicInteger();
  private int mostInside;
  private int delivered;
  private Runnable duringSecondRequest = () -> {};

  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));

  private final InterruptedExit drain = new InterruptedExit();
  private final Merger<Integer, Integer> merger =
      new Merger<>(
          drain,
          new Demand(),
          new Inners<>(),
          DelayedError.NONE,
          new MergeSettings<>(2, 128, ErrorMode.IMMEDIATE, Hooks.none()),
          taps::get,
          Hooks.none(),
          downstream);

  private final Publisher<Integer> outer =
      subscriber ->
          subscriber.onSubscribe(
              new Subscription() {
                @Override
                public void request(long n) {
                  mostInside = Math.max(mostInside, inside.incrementAndGet());
                  requests.add(n);
                  afterItems.add(delivered);
                  if (requests.size() == 2) {
                    duringSecondRequest.run();
                  }
                  inside.decrementAndGet();
                }

                @Override
                public void cancel() {}
              });

  private void startWithTwoInners() {
    merger.start(outer);
    merger.onNext(0);
    merger.onNext(1);
  }

  /** §2.7: one inner source ends while the thread of another is inside a request. */
  @Test
  void twoThreadsDoNotRequestAtTheSameTime() {
    startWithTwoInners();
    duringSecondRequest = () -> Elsewhere.run(() -> taps.get(1).complete());
    taps.get(0).complete();
    assertEquals(1, mostInside);
    assertEquals(List.of(2L, 1L, 1L), requests);
  }

  /** It breaks a rule (§1.9), but gets no request that is not positive, and loses none. */
  @Test
  void aSourceThatEmitsBeforeItsSubscriptionIsAskedForMore() {
    merger.start(subscriber -> {});
    merger.onNext(0);
    merger.onNext(1);
    taps.get(0).complete();
    assertEquals(List.of(), requests);
    outer.subscribe(merger);
    assertEquals(List.of(2L, 1L), requests);
  }

  /** The thread that found the request due cannot leave, and others keep it busy. */
  @Test
  void anOwnerThatIsKeptBusyRequestsAfterSomePasses() {
    downstream.onNext(
        item -> {
          delivered++;
          if (item < ITEMS) {
            taps.get(0).next(item + 1); // in place of a thread that is as fast as the owner
          }
        });
    startWithTwoInners();
    drain.beforeExit = () -> Elsewhere.run(() -> taps.get(0).next(1));
    taps.get(1).complete();
    assertEquals(ITEMS, delivered);
    assertEquals(List.of(2L, 1L), requests);
    int after = afterItems.get(1);
    assertEquals(true, after < 100, () -> "requested after " + after + " items");
  }

  /** A drain state of which something happens right before its owner leaves. */
  private static final class InterruptedExit extends DrainState {
    private @Nullable Runnable beforeExit;

    @Override
    public boolean tryExit() {
      Runnable action = beforeExit;
      if (action != null) {
        beforeExit = null;
        action.run();
      }
      return super.tryExit();
    }
  }
}
