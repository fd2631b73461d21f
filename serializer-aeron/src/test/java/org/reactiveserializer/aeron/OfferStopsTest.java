package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscription;

/**
 * One thread is stopped between two instructions of an {@link OfferLoop}, while the other one does all
 * that it can do. Then it goes on: what was left must be sent, and the outlet closed after that.
 */
class OfferStopsTest {
  /** How long a twin is waited for, which never comes. */
  private static final Duration SHORT = Duration.ofMillis(300);

  /** It looks at one fact after the other, and then it rests. */
  private enum Place {
    AFTER_ENDED,
    AFTER_PENDING,
    BEFORE_REST
  }

  /** An item that is not taken at first, and the terminal of the sink, which needs no demand. */
  @ParameterizedTest
  @EnumSource(Place.class)
  void theOwnThreadIsStopped(Place place) throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    leaveAndComplete(play, new Stopped(play, place));
    assertEquals(List.of(1), play.sent, play::toString);
    assertEquals(0, play.faults.get(), play::toString);
  }

  /** Twin: it looks first at what is pending, and then whether that is all. */
  @Test
  void detectsALookInTheOtherOrder() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    leaveAndComplete(
        play,
        new Stopped(play, Place.AFTER_PENDING) {
          @Override
          boolean look() {
            Integer item = pending();
            boolean ended = isEnded();
            if (item != null) {
              offerAgain(item);
            } else if (!ended) {
              rest();
            }
            return item != null || !ended;
          }
        });
    assertEquals(List.of(), play.sent, play::toString);
    assertEquals(List.of(), play.discarded, play::toString);
  }

  private static void leaveAndComplete(OfferPlay play, Stopped loop) throws InterruptedException {
    loop.begin();
    loop.stop.awaitReached();
    loop.onNext(1);
    loop.onComplete();
    loop.stop.goOn();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void anAbortIsSeen(Place place) throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> false);
    Stopped loop = new Stopped(play, place);
    loop.begin();
    loop.stop.awaitReached();
    loop.onNext(1);
    loop.abort();
    loop.stop.goOn();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    assertEquals(List.of(1), play.discarded);
    assertInstanceOf(NotSentException.class, play.reason);
  }

  /** The thread that emits has left the item, and not yet woken the other one. */
  @Test
  void theEmittingThreadIsStopped() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    Counting loop =
        new Counting(play) {
          @Override
          void leave(Integer item) {
            pending = item;
            stop.here();
            wake();
          }
        };
    assertTrue(isSent(play, loop, stop, 1, Await.LONG));
    assertEquals(0, play.faults.get(), play::toString);
  }

  /** Twin: it wakes the other one first, which looks and rests again. */
  @Test
  void detectsAWakeUpThatComesTooEarly() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    Counting twin =
        new Counting(play) {
          @Override
          void leave(Integer item) {
            wake();
            stop.here();
            pending = item;
          }
        };
    assertEquals(false, isSent(play, twin, stop, 2, SHORT));
  }

  /** Returns whether what is left is sent, before anything else wakes the thread. */
  private static boolean isSent(
      OfferPlay play, Counting loop, Stop stop, int rests, Duration limit)
      throws InterruptedException {
    loop.begin();
    Await.until(() -> loop.rests.get() == 1);
    Thread emitter = new Thread(() -> loop.onNext(1));
    emitter.start();
    stop.awaitReached();
    Await.until(() -> loop.rests.get() == rests);
    stop.goOn();
    emitter.join();
    boolean isSent = play.hasSent.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    loop.onComplete();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    return isSent;
  }

  private static class Counting extends OfferLoop<Integer> implements Subscription {
    final AtomicInteger rests = new AtomicInteger();

    Counting(OfferPlay play) {
      super(play, Nodes.NODE.subscriber(Numbers.WRITER), play);
    }

    final void begin() {
      onSubscribe(this);
      start();
    }

    @Override
    void rest() {
      rests.incrementAndGet();
      super.rest();
    }

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /** The own thread is stopped at a place. */
  private static class Stopped extends Counting {
    final Stop stop = new Stop();
    private final Place place;

    Stopped(OfferPlay play, Place place) {
      super(play);
      this.place = place;
    }

    @Override
    boolean isEnded() {
      boolean ended = super.isEnded();
      stopAt(Place.AFTER_ENDED);
      return ended;
    }

    @Override
    @Nullable Integer pending() {
      Integer item = super.pending();
      stopAt(Place.AFTER_PENDING);
      return item;
    }

    @Override
    void rest() {
      stopAt(Place.BEFORE_REST);
      super.rest();
    }

    private void stopAt(Place here) {
      if (here == place) {
        stop.here();
      }
    }
  }
}
