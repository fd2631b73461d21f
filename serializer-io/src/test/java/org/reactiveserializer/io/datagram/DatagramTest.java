package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** A datagram in the hands of its subscriber. */
class DatagramTest {
  private final Peer peer = new Peer();
  private final List<Datagram> held = new CopyOnWriteArrayList<>();
  private DatagramSource source;

  @BeforeEach
  void open() throws IOException {
    source = DatagramSource.bounded(10, Overflow.DROP_NEWEST).bind(Peer.loopback(0));
    source.subscribe(
        new Recorder(Long.MAX_VALUE) {
          @Override
          public void onNext(Datagram datagram) {
            held.add(datagram);
          }
        });
  }

  @AfterEach
  void close() {
    peer.close();
    source.close();
    Sources.awaitClosed(source);
  }

  private Datagram next(String text) {
    int n = held.size();
    peer.send(source, text);
    Await.until(() -> held.size() > n, () -> "a datagram");
    return held.get(n);
  }

  @Test
  void hasAReadOnlyPayload() {
    Datagram datagram = next("hello");
    ByteBuffer payload = datagram.payload();
    assertTrue(payload.isReadOnly());
    assertEquals(ByteOrder.BIG_ENDIAN, payload.order());
    assertEquals(5, payload.capacity());
    assertEquals("hello", Peer.text(payload));
    assertSame(payload, datagram.payload());
    assertEquals(5, payload.position());
    assertEquals("datagram of 5 bytes from " + peer.address(), datagram.toString());
  }

  @Test
  void hasNoPayloadWhenItIsReleased() {
    Datagram datagram = next("hello");
    assertFalse(datagram.isReleased());
    datagram.release();
    assertTrue(datagram.isReleased());
    IllegalStateException thrown = assertThrows(IllegalStateException.class, datagram::payload);
    assertTrue(thrown.getMessage().startsWith("datagram of 5 bytes from "), thrown.getMessage());
    assertEquals(peer.address(), datagram.sender());
    assertEquals(5, datagram.length());
  }

  @Test
  void givesItsBufferBackOnce() {
    Datagram first = next("first");
    first.release();
    first.release();
    Datagram second = next("second");
    Datagram third = next("third");
    first.release();
    Datagram fourth = next("4");
    assertNotSame(second.payload(), third.payload());
    assertEquals("second", Peer.text(second.payload()));
    assertEquals("third", Peer.text(third.payload()));
    assertEquals("4", Peer.text(fourth.payload()));
    assertEquals(3, source.stats().held());
  }

  @Test
  void isReleasedBySeveralThreadsOnce() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      Datagram datagram = next("x");
      Thread other = new Thread(datagram::release);
      other.start();
      datagram.release();
      other.join();
    }
    assertEquals(0, source.stats().held());
    Datagram first = next("first");
    Datagram second = next("second");
    assertEquals("first", Peer.text(first.payload()));
    assertEquals("second", Peer.text(second.payload()));
  }
}
