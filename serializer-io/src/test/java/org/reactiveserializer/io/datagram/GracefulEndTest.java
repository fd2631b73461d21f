package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** A service that ends when it has answered what it has got. */
class GracefulEndTest {
  private static final int REQUESTS = 20;

  private final Peer peer = new Peer();
  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final List<SendResult> results = new CopyOnWriteArrayList<>();
  private final DatagramSettings settings = DatagramSource.bounded(100, Overflow.DROP_NEWEST);
  private final Recorder recorder =
      new Recorder(Long.MAX_VALUE) {
        @Override
        void got(Datagram datagram) {
          if (holding) {
            held = datagram;
          } else {
            pool.execute(() -> answer(datagram));
          }
        }
      };
  private volatile boolean holding;
  private volatile Datagram held;
  private DatagramSource source;

  @BeforeEach
  void open() throws IOException {
    source = settings.bind(Peer.loopback(0));
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, REQUESTS);
    Account.awaitReceived(source, REQUESTS);
  }

  private void answer(Datagram datagram) {
    try {
      mayAnswer.await();
    } catch (InterruptedException end) {
      return;
    }
    results.add(source.reply(datagram, datagram.payload().rewind()));
    datagram.release();
  }

  @AfterEach
  void close() {
    pool.shutdownNow();
    source.close();
    peer.close();
    Sources.awaitClosed(source);
  }

  /** Also while the clients go on sending. */
  @Test
  void whatHasArrivedIsAnswered() throws Exception {
    Future<Boolean> closed = pool.submit(() -> source.closeGracefully(Await.LONG));
    while (!closed.isDone()) {
      peer.send(source, "more");
      mayAnswer.countDown();
    }
    assertTrue(closed.get());
    assertTrue(source.awaitClosed(Duration.ZERO));
    DatagramStats stats = source.stats();
    assertTrue(stats.received() >= REQUESTS);
    assertEquals(stats.delivered(), stats.sent(), stats::toString);
    assertEquals(0, stats.sendsDropped());
    assertTrue(results.stream().allMatch(SendResult::isAccepted), results::toString);
    Account.check(source);
  }

  /** The twin: an end that does not wait. */
  @Test
  void closeDropsTheAnswers() {
    source.close();
    Sources.awaitClosed(source);
    mayAnswer.countDown();
    Await.until(() -> results.size() == REQUESTS, () -> "results: " + results);
    assertEquals(Set.of(SendResult.CLOSED), Set.copyOf(results));
  }

  @Test
  void whatIsNotAnsweredInTimeIsCounted() throws Exception {
    assertFalse(source.closeGracefully(Duration.ofMillis(20)));
    Sources.awaitClosed(source);
    assertEquals(REQUESTS, source.stats().held());
    mayAnswer.countDown();
    Account.awaitNothingHeld(source);
  }

  /** What it answered is not lost, also if it releases a request when the sockets are closed already. */
  @Test
  void whoHasAnsweredMayCancel() throws Exception {
    mayAnswer.countDown();
    Datagram last = answerAllButTheRelease();
    recorder.subscription.cancel();
    Sources.awaitClosed(source);
    Future<Boolean> closed = beginToClose();
    last.release();
    assertTrue(closed.get());
  }

  /** The twins: an answer that comes too late, and a request that nobody has seen. */
  @Test
  void whoCancelsTooEarlyLosesAnAnswer() throws Exception {
    mayAnswer.countDown();
    Datagram last = answerAllButTheRelease();
    recorder.subscription.cancel();
    Sources.awaitClosed(source);
    Future<Boolean> closed = beginToClose();
    assertEquals(SendResult.CLOSED, source.reply(last, Peer.bytes("late")));
    last.release();
    assertFalse(closed.get());
  }

  @Test
  void whoCancelsBeforeARequestIsDeliveredLosesIt() throws Exception {
    try (DatagramSource other = settings.bind(Peer.loopback(0))) {
      Recorder one = new Recorder(1);
      other.subscribe(one);
      peer.sendNumbers(other, 0, 2);
      one.awaitTexts(1);
      Account.awaitReceived(other, 2);
      one.subscription.cancel();
      assertFalse(other.closeGracefully(Await.LONG));
      assertEquals(1, other.stats().discarded());
    }
  }

  private Datagram answerAllButTheRelease() {
    Await.until(() -> results.size() == REQUESTS, () -> "results: " + results);
    Account.awaitNothingHeld(source);
    holding = true;
    peer.send(source, "last");
    Await.until(() -> held != null, () -> "the last request");
    assertEquals(SendResult.SENT, source.reply(held, Peer.bytes("answer")));
    return held;
  }

  /** Returns when the call waits, or has ended. */
  private Future<Boolean> beginToClose() {
    AtomicReference<Thread> closing = new AtomicReference<>();
    Future<Boolean> closed =
        pool.submit(
            () -> {
              closing.set(Thread.currentThread());
              return source.closeGracefully(Await.LONG);
            });
    Await.until(
        () -> closed.isDone() || isAsleep(closing.get()), () -> "the call: " + closing.get());
    return closed;
  }

  private static boolean isAsleep(Thread thread) {
    return thread != null && thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void anInterruptIsTheEndOfTheTime() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> source.closeGracefully(Await.LONG));
    Sources.awaitClosed(source);
  }
}
