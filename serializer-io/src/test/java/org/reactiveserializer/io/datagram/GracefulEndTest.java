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
  private DatagramSource source;

  @BeforeEach
  void open() throws IOException {
    source = DatagramSource.bounded(100, Overflow.DROP_NEWEST).bind(Peer.loopback(0));
    source.subscribe(
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            pool.execute(() -> answer(datagram));
          }
        });
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

  @Test
  void anInterruptIsTheEndOfTheTime() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> source.closeGracefully(Await.LONG));
    Sources.awaitClosed(source);
  }
}
