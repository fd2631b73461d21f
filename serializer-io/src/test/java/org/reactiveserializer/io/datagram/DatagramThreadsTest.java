package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** Which threads deliver, and for how long; and interrupts. */
class DatagramThreadsTest {
  private static final int MANY = 1_000;
  private static final int LIMIT = 256;

  private final DatagramSettings settings = DatagramSource.bounded(MANY, Overflow.DROP_NEWEST);
  private final Peer peer = new Peer();
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  @AfterEach
  void close() throws InterruptedException {
    peer.close();
    executor.shutdown();
    assertTrue(executor.awaitTermination(Await.LONG.toSeconds(), TimeUnit.SECONDS));
  }

  private DatagramSource openWithManyWaiting() throws IOException {
    AtomicInteger selects = new AtomicInteger();
    DatagramSource source =
        DatagramSource.open(
            settings,
            OpenSockets.bind(Peer.loopback(0), 1, 100_000),
            io ->
                new PassingIo(io) {
                  @Override
                  public void select(Selector selector, Consumer<SelectionKey> ready, long millis)
                      throws IOException {
                    selects.incrementAndGet();
                    super.select(selector, ready, millis);
                  }
                });
    for (int i = 0; i < MANY; i += 50) {
      peer.sendNumbers(source, i, i + 50);
      Account.awaitReceived(source, i + 50);
    }
    // A datagram is counted before the reading thread has left the stream, in which it would
    // deliver.
    int before = selects.get();
    Await.until(() -> selects.get() > before, () -> "the reading thread looks at the socket again");
    return source;
  }

  private static void assertInOrder(Recorder recorder) {
    assertEquals(MANY, recorder.texts.size());
    for (int i = 0; i < MANY; i++) {
      assertEquals(Integer.toString(i), recorder.texts.get(i));
    }
    assertEquals(List.of(), recorder.faults);
  }

  @Test
  void aThreadThatRequestsDoesNotDeliverForEver() throws IOException {
    DatagramSource source = openWithManyWaiting();
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    recorder.awaitTexts(MANY);
    assertInOrder(recorder);
    Thread own = Thread.currentThread();
    assertEquals(LIMIT, recorder.threads.stream().filter(thread -> thread == own).count());
    assertEquals(
        List.of("datagrams-" + source.localAddress().getPort() + "-0"),
        recorder.threads.stream()
            .filter(thread -> thread != own)
            .map(Thread::getName)
            .distinct()
            .toList());
    source.close();
    recorder.awaitEnd();
    Account.check(source);
  }

  @Test
  void aThreadThatRequestsDeliversTheRestWhenNobodyElseIsLeft() throws IOException {
    DatagramSource source = openWithManyWaiting();
    source.close();
    Sources.awaitClosed(source);
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    recorder.awaitEnd();
    assertInOrder(recorder);
    assertNull(recorder.error);
  }

  @Test
  void aReadingThreadThatDeliversForOthersStillReads() throws IOException {
    DatagramSource source = settings.sockets(2).bind(Peer.loopback(0));
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicLong receivedInBetween = new AtomicLong();
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            super.got(datagram);
            try {
              mayGoOn.await();
            } catch (InterruptedException interrupted) {
              throw new AssertionError(interrupted);
            }
            if (texts.size() == 2 * LIMIT) {
              receivedInBetween.set(source.stats().received());
            }
          }
        };
    source.subscribe(recorder);
    // One reading thread is in the subscriber. The other reads, and lets its datagrams wait.
    while (source.stats().waiting() < 3 * LIMIT) {
      try (Peer another = new Peer()) { // the system chooses the socket by the sender
        another.sendNumbers(source, 0, 20);
      }
    }
    long received = awaitQuiet(source);
    mayGoOn.countDown();
    Await.until(() -> receivedInBetween.get() != 0, () -> "delivery");
    assertTrue(
        receivedInBetween.get() > received,
        "the thread delivers for the other one, and does not read");
    source.close();
    recorder.awaitEnd();
    assertEquals(List.of(), recorder.faults);
    Account.check(source);
  }

  private static long awaitQuiet(DatagramSource source) {
    AtomicLong before = new AtomicLong(-1);
    int[] quiet = new int[1];
    Await.until(
        () -> {
          long now = source.stats().received();
          quiet[0] = before.getAndSet(now) == now ? quiet[0] + 1 : 0;
          return quiet[0] == 100;
        },
        () -> "silence");
    return before.get();
  }

  @Test
  void theExecutorsThreadsDeliverAndTheReadingThreadsDoNot() throws IOException {
    DatagramSource source = settings.sockets(2).deliverOn(executor).bind(Peer.loopback(0));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    for (int i = 0; i < 300; i += 30) {
      peer.sendNumbers(source, i, i + 30);
      recorder.awaitTexts(i + 30);
    }
    source.close();
    recorder.awaitEnd();
    assertEquals(
        List.of(),
        recorder.threads.stream()
            .filter(thread -> thread.getName().startsWith("datagrams-"))
            .toList());
    assertEquals(List.of(), recorder.faults);
    Account.check(source);
  }

  @Test
  void anInterruptOfTheReadingThreadIsIgnored() throws IOException {
    DatagramSource source = settings.bind(Peer.loopback(0));
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            super.got(datagram);
            Thread.currentThread().interrupt();
          }
        };
    source.subscribe(recorder);
    for (int i = 0; i < 20; i++) {
      peer.sendNumbers(source, i, i + 1);
      recorder.awaitTexts(i + 1);
      recorder.threads.get(0).interrupt(); // while it waits for the socket
    }
    assertTrue(recorder.threads.get(0).getName().startsWith("datagrams-"));
    assertEquals(20, recorder.texts.size());
    source.close();
    recorder.awaitEnd();
    assertNull(recorder.error);
  }

  @Test
  void anInterruptedThreadMayReply() throws IOException {
    DatagramSource source = settings.bind(Peer.loopback(0));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    Thread.currentThread().interrupt();
    try {
      assertEquals(SendResult.SENT, source.send(peer.address(), Peer.bytes("hello")));
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals("hello", peer.receive());
    peer.send(source, "still open");
    recorder.awaitTexts(1);
    source.close();
    Sources.awaitClosed(source);
  }
}
