package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/**
 * Errors that the system reports for a socket: which ones are counted, and which ones are the end.
 */
class SocketErrorsTest {
  private final DatagramSettings settings = DatagramSource.bounded(100, Overflow.DROP_NEWEST);
  private final Peer peer = new Peer();
  private final Recorder recorder = new Recorder(Long.MAX_VALUE);

  @AfterEach
  void close() {
    peer.close();
  }

  private DatagramSource open(UnaryOperator<SocketIo> seam) throws IOException {
    DatagramSource source =
        DatagramSource.open(settings, OpenSockets.bind(Peer.loopback(0), 1, 100_000), seam);
    source.subscribe(recorder);
    return source;
  }

  private void endsWithoutError(DatagramSource source) {
    source.close();
    recorder.awaitEnd();
    assertNull(recorder.error);
  }

  /** Fails {@code failures} times, then reads. */
  private DatagramSource failing(int failures, IOException failure) throws IOException {
    AtomicInteger left = new AtomicInteger(failures);
    return open(
        io ->
            new PassingIo(io) {
              @Override
              public SocketAddress receive(ByteBuffer target) throws IOException {
                if (left.getAndDecrement() > 0) {
                  throw failure;
                }
                return super.receive(target);
              }
            });
  }

  @Test
  void anUnreachablePortIsNotTheEnd() throws IOException {
    // Nobody else gets its port, and what it gets from others than its peer is refused.
    DatagramChannel gone = DatagramChannel.open().bind(Peer.loopback(0)).connect(peer.address());
    int port = ((InetSocketAddress) gone.getLocalAddress()).getPort();
    DatagramChannel channel = DatagramChannel.open().bind(Peer.loopback(0));
    channel.connect(Peer.loopback(port));
    DatagramSource source = settings.over(channel);
    source.subscribe(recorder);
    AtomicInteger sent = new AtomicInteger();
    Await.until(
        () -> {
          DatagramStats stats = source.stats();
          // The system reports the error once: to the reading thread, or to the next one that
          // sends.
          if (stats.receiveErrors() + stats.sendsFailed() == sent.get()) {
            sent.incrementAndGet();
            source.send(Peer.loopback(port), Peer.bytes("is anybody there?"));
          }
          return stats.receiveErrors() >= 3;
        },
        () -> "ICMP errors: " + source.stats());
    try (gone) {
      gone.disconnect();
      gone.send(Peer.bytes("back again"), source.localAddress());
      recorder.awaitTexts(1);
    }
    endsWithoutError(source);
  }

  @Test
  void errorsInARowAreCounted() throws IOException {
    DatagramSource source = failing(900, new PortUnreachableException());
    peer.send(source, "hello");
    recorder.awaitTexts(1);
    assertEquals(900, source.stats().receiveErrors());
    endsWithoutError(source);
  }

  @Test
  void aLoggerThatThrowsIsNotTheEnd() throws Exception {
    Logger logger = Logger.getLogger("org.reactiveserializer.io");
    AtomicInteger logged = new AtomicInteger();
    AtomicInteger uncaught = new AtomicInteger();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.incrementAndGet());
    logger.setLevel(Level.ALL);
    try {
      LogRecords.during(
          () -> {
            DatagramSource source = failing(3, new PortUnreachableException());
            peer.send(source, "hello");
            Await.until(() -> recorder.texts.size() + recorder.terminals > 0, () -> "a signal");
            assertNull(recorder.error);
            endsWithoutError(source);
            return null;
          },
          record -> {
            if (record.getThrown() != null) { // not that the socket was opened
              logged.incrementAndGet();
              throw new IllegalStateException("of the logger");
            }
          });
      assertEquals(3, logged.get());
      assertEquals(3, uncaught.get());
    } finally {
      logger.setLevel(null);
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void anyNumberOfErrorsWithAnEmptySocketInBetweenIsNotTheEnd() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    DatagramSource source =
        open(
            io ->
                new PassingIo(io) {
                  @Override
                  public SocketAddress receive(ByteBuffer target) throws IOException {
                    int call = calls.incrementAndGet();
                    if (call <= 5_000 && call % 2 == 1) {
                      throw new PortUnreachableException();
                    }
                    return call <= 5_000 ? null : super.receive(target);
                  }
                });
    peer.send(source, "hello"); // is there all the time, so the thread does not wait
    recorder.awaitTexts(1);
    assertEquals(2_500, source.stats().receiveErrors());
    endsWithoutError(source);
  }

  @Test
  void nothingButErrorsIsTheEnd() throws IOException {
    IOException failure = new IOException("broken");
    DatagramSource source = failing(Integer.MAX_VALUE, failure);
    recorder.awaitEnd();
    assertSame(failure, recorder.error);
    Sources.awaitClosed(source);
  }

  @Test
  void theChannelClosedExceptionIsTheCause() throws IOException {
    DatagramSource source = failing(1, new ClosedChannelException());
    recorder.awaitEnd();
    assertInstanceOf(ClosedChannelException.class, recorder.error.getCause());
    Sources.awaitClosed(source);
  }

  @Test
  void oneOfSeveralChannelsThatSomebodyElseClosesIsTheEndOfAll() throws IOException {
    DatagramChannel first = DatagramChannel.open().bind(Peer.loopback(0));
    DatagramChannel second = DatagramChannel.open().bind(Peer.loopback(0));
    DatagramSource source = settings.over(first, second);
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 5);
    Account.awaitReceived(source, 5);
    second.close();
    recorder.awaitEnd();
    assertInstanceOf(IOException.class, recorder.error);
    assertTrue(recorder.error.getMessage().contains("-1 was closed"), recorder.error.getMessage());
    Sources.awaitClosed(source);
    assertTrue(!first.isOpen());
    assertEquals(5, recorder.texts.size());
    assertEquals(List.of(), recorder.faults);
    Account.check(source);
  }
}
