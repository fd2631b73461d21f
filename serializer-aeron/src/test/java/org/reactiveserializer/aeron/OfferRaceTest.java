package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Effort;

/**
 * Two threads emit into the sink before an {@link OfferLoop}, whose outlet refuses every other offer,
 * while a third one completes it, and sometimes aborts it. What was accepted is sent, or given up by an abort.
 */
@Tag("effort")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OfferRaceTest {
  private static final int ROUNDS = Effort.rounds(1_500);
  private static final int ITEMS = 3;
  private static final AeronSubscriberSettings<Integer> SETTINGS =
      Nodes.NODE.subscriber(Numbers.WRITER).queue(8);
  private static final int WINDOW = OfferLoop.windowOf(SETTINGS);

  @Test
  void theAccountAddsUp() throws Exception {
    play(LoopMaker.REAL);
  }

  /** With a larger window, of which half is requested at a time. */
  @Test
  void theAccountOfALargerWindowAddsUp() throws Exception {
    play(play -> new OfferLoop<>(play, SETTINGS.queue(16), play));
  }

  /** Twin: the terminal of the sink ends the loop, although an item is offered again. */
  @Test
  void detectsALoopThatEndsWithTheSink() {
    LoopMaker maker =
        play ->
            new OfferLoop<>(play, SETTINGS, play) {
              @Override
              boolean look() {
                super.look();
                return !isEnded();
              }
            };
    detect(maker);
  }

  /** Twin: the thread that emits offers its item, although others are left. */
  @Test
  void detectsAnItemThatOvertakesOthers() {
    detect(
        play ->
            new OfferLoop<>(
                play,
                SETTINGS,
                play,
                new LeftItems<>(WINDOW) {
                  @Override
                  boolean isEmpty() {
                    return true;
                  }
                }));
  }

  private interface LoopMaker extends Function<OfferPlay, OfferLoop<Integer>> {
    LoopMaker REAL = play -> new OfferLoop<>(play, SETTINGS, play);
  }

  private static void play(LoopMaker maker) throws Exception {
    play(maker, ROUNDS);
  }

  private static void play(LoopMaker maker, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      playRound(maker, round);
    }
  }

  /** Plays until the fault is seen; on a busy machine that takes more rounds. */
  private static void detect(LoopMaker maker) {
    assertThrows(AssertionError.class, () -> play(maker, 30 * ROUNDS));
  }

  private static void playRound(LoopMaker maker, int round) throws Exception {
    OfferPlay play = new OfferPlay(n -> n % 2 == round % 2);
    OfferLoop<Integer> loop = maker.apply(play);
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .bounded(8, Overflow.DROP_NEWEST)
            .onDiscard(play::discard)
            .sink();
    sink.subscribe(loop);
    loop.start();
    List<Integer> accepted = new CopyOnWriteArrayList<>();
    CyclicBarrier start = new CyclicBarrier(3);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      int first = 10 * t;
      threads.add(
          new Thread(
              () -> {
                await(start);
                for (int i = first; i < first + ITEMS; i++) {
                  if (sink.tryEmit(i).isAccepted()) {
                    accepted.add(i);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    await(start);
    boolean isAborted = round % 4 == 3;
    for (int i = 0; i < round % 64; i++) {
      Thread.onSpinWait();
    }
    sink.tryComplete();
    if (isAborted) {
      loop.abort();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    List<Integer> all = new ArrayList<>(play.sent);
    all.addAll(play.discarded);
    all.sort(null);
    accepted.sort(null);
    assertEquals(accepted, all, () -> "accepted " + accepted + ", but " + play);
    assertEquals(0, play.faults.get(), play::toString);
    assertTrue(isAborted || play.discarded.isEmpty(), play::toString);
    assertTrue(isInOrder(play.sent, 0) && isInOrder(play.sent, 10), play::toString);
  }

  private static boolean isInOrder(List<Integer> sent, int first) {
    int before = first - 1;
    for (int item : sent) {
      if (item / 10 == first / 10) {
        if (item <= before) {
          return false;
        }
        before = item;
      }
    }
    return true;
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception broken) {
      throw new AssertionError(broken);
    }
  }
}
