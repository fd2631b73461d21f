package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Overflow;

/**
 * Sending through a socket whose send buffer is full, which no real one on the loopback address
 * ever is. The test's thread is all threads, one after another.
 */
class SenderTest {
  private static final InetSocketAddress ADDRESS = Peer.loopback(9);

  private final FullSocket socket = new FullSocket();
  private final Counts counts = new Counts();
  private int wakeUps;
  private final Sender sender = sender(4);

  private Sender sender(int queue) {
    return new Sender(socket, counts, settings(queue), () -> wakeUps++);
  }

  private static DatagramSettings settings(int queue) {
    return DatagramSource.bounded(1, Overflow.DROP_NEWEST).sendQueue(queue);
  }

  private SendResult send(String text) {
    return sender.send(ADDRESS, Peer.bytes(text));
  }

  @Test
  void copiesWhatWaits() {
    socket.room = 0;
    ByteBuffer payload = Peer.bytes("first");
    assertEquals(SendResult.QUEUED, sender.send(ADDRESS, payload));
    assertEquals(0, payload.remaining());
    payload.clear().put(0, (byte) '!');
    assertEquals(1, sender.waiting());
    assertTrue(sender.isStuck());
    assertEquals(1, wakeUps);
    socket.room = 1;
    sender.resume();
    assertEquals(List.of("first"), socket.sent);
    assertFalse(sender.isStuck());
    assertEquals(0, sender.waiting());
    assertEquals(1, counts.sent.sum());
  }

  @Test
  void leavesAPayloadThatIsNotSentAsItIs() {
    ByteBuffer payload = Peer.bytes("12345").position(2).limit(4);
    socket.failFor = "34";
    assertEquals(SendResult.FAILED, sender.send(ADDRESS, payload));
    assertEquals(2, payload.position());
    socket.failFor = "";
    assertEquals(SendResult.SENT, sender.send(ADDRESS, payload));
    assertEquals(4, payload.position());
    assertEquals(List.of("34"), socket.sent);
  }

  @Test
  void keepsTheOrder() {
    socket.room = 2;
    IntStream.range(0, 5).forEach(i -> assertEquals(i < 2, send("" + i) == SendResult.SENT));
    assertEquals(List.of("0", "1"), socket.sent);
    socket.room = 100; // there is room again, but the others were first
    assertEquals(SendResult.QUEUED, send("5"));
    assertEquals(List.of("0", "1"), socket.sent);
    sender.resume();
    assertEquals(List.of("0", "1", "2", "3", "4", "5"), socket.sent);
    assertEquals(SendResult.SENT, send("6"));
    assertEquals(7, counts.sent.sum());
  }

  @Test
  void refusesWhatDoesNotFit() {
    socket.room = 0;
    IntStream.range(0, 4).forEach(i -> assertEquals(SendResult.QUEUED, send("" + i)));
    ByteBuffer refused = Peer.bytes("4");
    assertEquals(SendResult.OVERFLOW, sender.send(ADDRESS, refused));
    assertEquals(1, refused.remaining());
    assertEquals(1, counts.sendsDropped.sum());
    assertEquals(4, sender.waiting());
    socket.room = 2;
    sender.resume();
    assertTrue(sender.isStuck());
    assertEquals(2, sender.waiting());
    socket.room = 100;
    sender.resume();
    assertEquals(List.of("0", "1", "2", "3"), socket.sent);
    assertEquals(4, counts.sent.sum());
  }

  @Test
  void aFailureDoesNotHoldUpTheOthers() {
    socket.room = 0;
    IntStream.range(0, 4).forEach(i -> send("" + i));
    socket.room = 100;
    socket.failFor = "1";
    sender.resume();
    assertEquals(List.of("0", "2", "3"), socket.sent);
    assertEquals(1, counts.sendsFailed.sum());
    assertEquals(0, sender.waiting());
  }

  @Test
  void theReadingThreadDoesNotSendForEver() {
    Sender busy = sender(1_000);
    socket.room = 0;
    IntStream.range(0, 200).forEach(i -> busy.send(ADDRESS, Peer.bytes("" + i)));
    socket.room = 1_000;
    busy.resume();
    assertEquals(64, socket.sent.size());
    assertTrue(busy.isStuck()); // so it will come back when it has read
  }

  @Test
  void dropsAndCountsWhatWaitsWhenItIsClosed() {
    socket.room = 0;
    IntStream.range(0, 3).forEach(i -> send("" + i));
    socket.closed = true;
    sender.close();
    assertEquals(0, sender.waiting());
    assertEquals(3, counts.sendsDropped.sum());
    assertEquals(SendResult.CLOSED, send("late"));
    assertEquals(4, counts.sendsDropped.sum());
    assertEquals(4, counts.sendsCutOff.sum());
    assertEquals(List.of(), socket.sent);
  }

  /** It is closed when the socket was asked, and before the datagram waits; the twin looks no more. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void dropsWhatIsAddedAfterTheClose(boolean isTwin) {
    Sender late =
        new Sender(socket, counts, settings(1), () -> wakeUps++) {
          @Override
          boolean isClosed() {
            return !isTwin && super.isClosed();
          }
        };
    socket.room = 0;
    socket.whenAsked = late::close;
    assertEquals(SendResult.QUEUED, late.send(ADDRESS, Peer.bytes("x")));
    assertEquals(isTwin ? 1 : 0, late.waiting());
    assertEquals(isTwin ? 0 : 1, counts.sendsDropped.sum());
  }
}
