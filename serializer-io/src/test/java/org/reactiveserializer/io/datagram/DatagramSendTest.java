package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** What is sent, through real sockets. */
class DatagramSendTest {
  private static final int THREADS = 4;

  private final Peer peer = new Peer();
  private final AtomicInteger arrived = new AtomicInteger();
  private DatagramSource source;

  @BeforeEach
  void open() throws IOException {
    source = DatagramSource.bounded(1_000, Overflow.DROP_NEWEST).bind(Peer.loopback(0));
  }

  @AfterEach
  void close() {
    peer.close();
    source.close();
    Sources.awaitClosed(source);
  }

  @Test
  void repliesToTheSender() {
    AtomicReference<SendResult> result = new AtomicReference<>();
    source.subscribe(
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            result.set(source.reply(datagram, datagram.payload().rewind()));
            assertEquals(0, datagram.payload().remaining());
            super.got(datagram);
          }
        });
    peer.send(source, "echo");
    assertEquals("echo", peer.receive());
    Await.until(() -> result.get() != null, () -> "the result");
    assertEquals(SendResult.SENT, result.get());
    assertEquals(1, source.stats().sent());
  }

  @Test
  void repliesWhenTheDatagramIsReleased() {
    source.subscribe(
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            super.got(datagram);
            source.reply(datagram, Peer.bytes("late"));
          }
        });
    peer.send(source, "hello");
    assertEquals("late", peer.receive());
  }

  @Test
  void sendsAnEmptyDatagram() {
    assertEquals(SendResult.SENT, source.send(peer.address(), ByteBuffer.allocate(0)));
    assertEquals("", peer.receive());
  }

  @Test
  void aDatagramThatIsTooLongIsReportedAndNotTheEnd() {
    ByteBuffer tooLong = ByteBuffer.allocate(70_000);
    assertEquals(SendResult.FAILED, source.send(peer.address(), tooLong));
    assertEquals(0, tooLong.position());
    assertEquals(1, source.stats().sendsFailed());
    assertEquals(SendResult.SENT, source.send(peer.address(), Peer.bytes("short")));
    assertEquals("short", peer.receive());
  }

  @Attack
  void anAddressOfAnotherFamilyIsReportedAndNotTheEnd() throws IOException {
    InetSocketAddress other = new InetSocketAddress(InetAddress.getByName("2001:db8::1"), 9);
    assertEquals(SendResult.FAILED, source.send(other, Peer.bytes("x")));
    assertEquals(1, source.stats().sendsFailed());
    assertEquals(SendResult.SENT, source.send(peer.address(), Peer.bytes("good")));
    assertEquals("good", peer.receive());
  }

  /** A sender can forge that, and its address must not make the answer throw in the subscriber. */
  @Attack
  void port0IsReportedAndNotTheEnd() {
    InetSocketAddress forged = Peer.loopback(0);
    assertEquals(SendResult.FAILED, source.send(forged, Peer.bytes("x")));
    assertEquals(1, source.stats().sendsFailed());
    assertEquals(SendResult.SENT, source.send(peer.address(), Peer.bytes("good")));
    assertEquals("good", peer.receive());
  }

  /** Not more than the peer's receive buffer holds. */
  private void awaitRoomAtPeer(int sent) {
    Await.until(() -> sent - arrived.get() < 100, () -> "room");
  }

  /** Each thread sends its numbers; the peer must get those of each thread in order. */
  private void sendFromSeveralThreads(BiConsumer<Integer, String> send)
      throws InterruptedException {
    int each = 200;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int id = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  awaitRoomAtPeer(i * THREADS);
                  send.accept(id, id + ":" + i);
                }
              });
      threads.add(thread);
      thread.start();
    }
    Map<String, Integer> next = new HashMap<>();
    for (int i = 0; i < THREADS * each; i++) {
      String[] parts = peer.receive().split(":");
      arrived.incrementAndGet();
      int expected = next.getOrDefault(parts[0], 0);
      assertEquals(expected, Integer.parseInt(parts[1]), "of thread " + parts[0]);
      next.put(parts[0], expected + 1);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Await.until(() -> source.stats().sendsWaiting() == 0, () -> "nothing waits: " + source.stats());
    assertEquals(THREADS * each, source.stats().sent());
    assertEquals(0, source.stats().sendsDropped());
  }

  @Test
  void severalThreadsReply() throws InterruptedException {
    InetSocketAddress to = peer.address();
    List<SendResult> notAccepted = new CopyOnWriteArrayList<>();
    sendFromSeveralThreads(
        (id, text) -> {
          SendResult result = source.send(to, Peer.bytes(text));
          if (!result.isAccepted()) {
            notAccepted.add(result);
          }
        });
    assertEquals(List.of(), notAccepted);
  }

  @Test
  void aSourceThatIsClosedSendsNothing() {
    source.close();
    Sources.awaitClosed(source);
    assertEquals(SendResult.CLOSED, source.send(peer.address(), Peer.bytes("x")));
    assertEquals(1, source.stats().sendsDropped());
    assertEquals(0, source.stats().sent());
    assertEquals(0, source.stats().sendsWaiting());
    assertEquals(0, source.stats().sendsFailed());
  }
}
