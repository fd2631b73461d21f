package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/**
 * A datagram whose sender is the socket that received it: here one that the source sends to itself, as
 * only the superuser can forge one.
 */
class DatagramOwnTest {
  private static final int ENOUGH = 100;

  private final Peer peer = new Peer();

  @AfterEach
  void close() {
    peer.close();
  }

  /** Or else whoever answers each datagram answers himself for ever. */
  @Attack
  void aDatagramOfItselfIsCountedAndNotAnswered() throws IOException {
    for (InetSocketAddress address : addresses()) {
      try (DatagramSource source = settings().bind(address)) {
        answerAll(source);
        source.send(new InetSocketAddress(loopback(), port(source)), Peer.bytes("forged"));
        Await.until(() -> source.stats().droppedOwn() == 1, () -> source.stats().toString());
        peer.send(source, "echo");
        assertEquals("echo", peer.receive());
        // The peer may have the answer before it is counted.
        Await.until(() -> source.stats().sent() == 2, () -> source.stats().toString());
        assertEquals(1, source.stats().delivered());
        Account.check(source);
      }
    }
  }

  /** The twin: without the check there is no end. */
  @Test
  void itIsDeliveredIfItShall() throws IOException {
    for (InetSocketAddress address : addresses()) {
      try (DatagramSource source = settings().deliverOwn().bind(address)) {
        answerAll(source);
        source.send(new InetSocketAddress(loopback(), port(source)), Peer.bytes("forged"));
        Await.until(() -> source.stats().delivered() > ENOUGH, () -> source.stats().toString());
        assertEquals(0, source.stats().droppedOwn());
      }
    }
  }

  private static DatagramSettings settings() {
    return DatagramSource.bounded(16, Overflow.DROP_NEWEST);
  }

  private static InetSocketAddress[] addresses() {
    return new InetSocketAddress[] {Peer.loopback(0), new InetSocketAddress(0)};
  }

  private static InetAddress loopback() {
    return Peer.loopback(0).getAddress();
  }

  private static int port(DatagramSource source) {
    return source.localAddress().getPort();
  }

  private static void answerAll(DatagramSource source) {
    source.subscribe(
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            source.send(datagram.sender(), datagram.payload().rewind());
            datagram.release();
          }
        });
  }
}
