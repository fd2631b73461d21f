package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Stop;
import org.reactivestreams.Subscription;

/**
 * One thread is stopped between two instructions of an {@link OfferLoop}, while the other one does all
 * that it can do. Then it goes on: what was left must be sent, and the outlet closed after that.
 */
class OfferStopsTest {
  /** How long a twin is waited for, which never comes. */
  private static final Duration SHORT = Duration.ofMillis(300);

  private static final AeronSubscriberSettings<Integer> SETTINGS =
      Nodes.NODE.subscriber(Numbers.WRITER);
  private static final int WINDOW = OfferLoop.windowOf(SETTINGS);

  /** It looks at one fact after the other, and then it rests. */
  private enum Place {
    AFTER_FIRST,
    AFTER_ENDED,
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

  /** Twin: it ends without another look at what is left. */
  @Test
  void detectsAnEndWithoutAnotherLook() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    leaveAndComplete(
        play,
        new Stopped(
            play,
            Place.AFTER_FIRST,
            stop,
            new StoppedItems(Place.AFTER_FIRST, stop) {
              @Override
              boolean close() {
                return true;
              }
            }));
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

  /** The own thread has done an item, but still has the outlet; or it has it no more, but did not request. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theOwnThreadIsStoppedWhenItHasDoneAnItem(boolean isRemoved) throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    Counting loop =
        new Counting(
            play,
            new LeftItems<>(WINDOW) {
              @Override
              void removeFirst() {
                if (isRemoved) {
                  super.removeFirst();
                  stop.here();
                } else {
                  stop.here();
                  super.removeFirst();
                }
              }
            });
    loop.begin();
    loop.onNext(1);
    stop.awaitReached();
    loop.onNext(2);
    assertEquals(isRemoved ? List.of(1, 2) : List.of(1), play.sent, play::toString);
    loop.onComplete();
    stop.goOn();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    assertEquals(List.of(1, 2), play.sent, play::toString);
    assertEquals(0, play.faults.get(), play::toString);
  }

  /** Twin: the own thread takes an item away, and offers it then. */
  @Test
  void detectsAnItemThatIsRemovedTooEarly() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    Counting loop =
        new Counting(
            play,
            new LeftItems<>(WINDOW) {
              @Override
              @Nullable Integer first() {
                Integer item = super.first();
                if (item != null) {
                  super.removeFirst();
                  stop.here();
                }
                return item;
              }

              @Override
              void removeFirst() {}
            });
    loop.begin();
    loop.onNext(1);
    stop.awaitReached();
    loop.onNext(2);
    stop.goOn();
    loop.onComplete();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    assertEquals(List.of(2, 1), play.sent, play::toString);
  }

  /** The thread that emits is about to leave an item, when the own thread gives up for good, and ends. */
  @Test
  void anItemThatIsLeftTooLateIsGivenUp() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> false);
    leaveTooLate(play, false);
    assertEquals(List.of(1, 2), play.discarded, play::toString);
    assertEquals(0, play.faults.get(), play::toString);
  }

  /** Twin: the own thread ends, and does not say it. */
  @Test
  void detectsAnEndThatIsNotSaid() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> false);
    leaveTooLate(play, true);
    assertEquals(List.of(1), play.discarded, play::toString);
  }

  private static void leaveTooLate(OfferPlay play, boolean isTwin) throws InterruptedException {
    Stop stop = new Stop();
    Counting loop =
        new Counting(
            play,
            new LeftItems<>(WINDOW) {
              @Override
              Outcome add(Integer item) {
                if (item == 2) {
                  stop.here();
                }
                return super.add(item);
              }

              @Override
              boolean close() {
                return isTwin || super.close();
              }
            });
    loop.begin();
    loop.onNext(1);
    Thread emitter = new Thread(() -> loop.onNext(2));
    emitter.start();
    stop.awaitReached();
    loop.abort();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    stop.goOn();
    emitter.join();
  }

  /** The thread that emits has left the item, and not yet woken the other one. */
  @Test
  void theEmittingThreadIsStopped() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    assertTrue(isSent(play, leaving(play, stop, outcome -> outcome), stop, 0, Await.LONG));
    assertEquals(0, play.faults.get(), play::toString);
  }

  /** Twin: it leaves the item as if the other one were busy, and does not wake it. */
  @Test
  void detectsAMissingWakeUp() throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> n > 0);
    Stop stop = new Stop();
    Counting twin = leaving(play, stop, outcome -> LeftItems.Outcome.NEXT);
    assertEquals(false, isSent(play, twin, stop, 0, SHORT));
  }

  /** A loop whose emitting thread is stopped when it has left an item. */
  private static Counting leaving(
      OfferPlay play, Stop stop, UnaryOperator<LeftItems.Outcome> outcome) {
    return new Counting(
        play,
        new LeftItems<>(WINDOW) {
          @Override
          Outcome add(Integer item) {
            Outcome added = super.add(item);
            stop.here();
            return outcome.apply(added);
          }
        });
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
            left.add(item);
          }
        };
    assertEquals(false, isSent(play, twin, stop, 1, SHORT));
  }

  /**
   * Returns whether what is left is sent, before anything else wakes the thread. The emitter goes on
   * when that has rested {@code more} times meanwhile.
   */
  private static boolean isSent(OfferPlay play, Counting loop, Stop stop, int more, Duration limit)
      throws InterruptedException {
    loop.begin();
    Await.until(() -> loop.rests.get() >= 1);
    int before = loop.rests.get();
    Thread emitter = new Thread(() -> loop.onNext(1));
    emitter.start();
    stop.awaitReached();
    Await.until(() -> loop.rests.get() - before >= more);
    stop.goOn();
    emitter.join();
    boolean isSent = play.hasSent.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    loop.onComplete();
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    return isSent;
  }

  private static class Counting extends OfferLoop<Integer> implements Subscription {
    final AtomicInteger rests = new AtomicInteger();
    final LeftItems<Integer> left;

    Counting(OfferPlay play) {
      this(play, new LeftItems<>(WINDOW));
    }

    Counting(OfferPlay play, LeftItems<Integer> left) {
      super(play, SETTINGS, play, left);
      this.left = left;
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
  private static final class Stopped extends Counting {
    final Stop stop;
    private final Place place;

    Stopped(OfferPlay play, Place place) {
      this(play, place, new Stop());
    }

    private Stopped(OfferPlay play, Place place, Stop stop) {
      this(play, place, stop, new StoppedItems(place, stop));
    }

    Stopped(OfferPlay play, Place place, Stop stop, LeftItems<Integer> left) {
      super(play, left);
      this.place = place;
      this.stop = stop;
    }

    @Override
    boolean isEnded() {
      boolean ended = super.isEnded();
      if (place == Place.AFTER_ENDED) {
        stop.here();
      }
      return ended;
    }

    @Override
    void rest() {
      if (place == Place.BEFORE_REST) {
        stop.here();
      }
      super.rest();
    }
  }

  private static class StoppedItems extends LeftItems<Integer> {
    private final Place place;
    private final Stop stop;

    StoppedItems(Place place, Stop stop) {
      super(WINDOW);
      this.place = place;
      this.stop = stop;
    }

    @Override
    @Nullable Integer first() {
      Integer item = super.first();
      if (place == Place.AFTER_FIRST) {
        stop.here();
      }
      return item;
    }
  }
}
