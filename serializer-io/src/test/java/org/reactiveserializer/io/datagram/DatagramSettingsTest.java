package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.reactiveserializer.Overflow;

/** Settings and addresses that are refused, by a message that says what to do. */
class DatagramSettingsTest {
  private final DatagramSettings settings = DatagramSource.bounded(16, Overflow.DROP_NEWEST);

  private static void refused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void refusesImpossibleNumbers() {
    refused(
        "capacity must be positive, was 0", () -> DatagramSource.bounded(0, Overflow.DROP_NEWEST));
    refused("maxPayload must be positive, was -1", () -> settings.maxPayload(-1));
    refused("maxPayload must be at most 65535, was 65536", () -> settings.maxPayload(65_536));
    refused("maxHeld must be positive, was 0", () -> settings.maxHeld(0));
    refused("receiveBuffer must be positive, was 0", () -> settings.receiveBuffer(0));
    refused("sockets must be positive, was 0", () -> settings.sockets(0));
    refused("sendQueue must be positive, was -7", () -> settings.sendQueue(-7));
    refused(
        "overflow must be DROP_NEWEST or DROP_OLDEST, was ERROR: senders must not be able to end the stream",
        () -> DatagramSource.bounded(1, Overflow.ERROR));
    refused("channels must be at least one, was none", () -> settings.over());
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> DatagramSource.bounded(1, null));
    assertThrows(NullPointerException.class, () -> settings.deliverOn(null));
    assertThrows(NullPointerException.class, () -> settings.bind(null));
  }

  @Test
  void doesNotChange() {
    assertNotSame(settings, settings.maxPayload(1));
    assertEquals(2_048, settings.values.maxPayload);
    DatagramSettings changed = settings.maxPayload(9).maxHeld(8).sendQueue(7);
    assertEquals(9, changed.values.maxPayload);
    assertEquals(8, changed.values.maxHeld);
    assertEquals(7, changed.values.sendQueue);
    assertEquals(16, changed.values.capacity);
    assertEquals(Overflow.DROP_NEWEST, changed.values.overflow);
  }

  @Test
  void namesAnAddressInUse() throws IOException {
    try (DatagramSource first = settings.bind(Peer.loopback(0))) {
      BindException refused =
          assertThrows(BindException.class, () -> settings.bind(first.localAddress()));
      assertTrue(
          refused.getMessage().startsWith("cannot bind to " + first.localAddress() + ": "),
          refused.getMessage());
      assertTrue(refused.getMessage().contains("or use another port"), refused.getMessage());
    }
  }

  @Test
  void severalSocketsDoNotShareThePortWithThoseOfAnotherSource() throws IOException {
    try (DatagramSource first = settings.sockets(2).bind(Peer.loopback(0))) {
      BindException refused =
          assertThrows(BindException.class, () -> settings.sockets(2).bind(first.localAddress()));
      assertTrue(
          refused.getMessage().startsWith("cannot bind to " + first.localAddress() + ": "),
          refused.getMessage());
    }
  }

  @Test
  void namesAnAddressThatIsNotOurs() {
    InetSocketAddress foreign = new InetSocketAddress("192.0.2.1", 0); // reserved for documentation
    BindException refused = assertThrows(BindException.class, () -> settings.bind(foreign));
    assertTrue(refused.getMessage().contains("/192.0.2.1:0"), refused.getMessage());
  }

  @Test
  void namesAnUnresolvedAddress() throws IOException {
    refused(
        "address is unresolved: "
            + InetSocketAddress.createUnresolved("nowhere", 1)
            + "; resolve the name before, or use an address of numbers",
        () -> settings.bind(InetSocketAddress.createUnresolved("nowhere", 1)));
    try (DatagramSource source = settings.bind(Peer.loopback(0))) {
      InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere", 1);
      assertThrows(
          IllegalArgumentException.class, () -> source.send(nowhere, ByteBuffer.allocate(1)));
    }
  }

  @Test
  void refusesAChannelThatIsNotBoundOrClosed() throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    assertThrows(IllegalArgumentException.class, () -> settings.over(channel));
    channel.close();
    assertThrows(ClosedChannelException.class, () -> settings.over(channel));
  }

  @Test
  void takesOverAChannel() throws IOException {
    DatagramChannel channel = DatagramChannel.open().bind(Peer.loopback(0));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    try (DatagramSource source = settings.over(channel);
        Peer peer = new Peer()) {
      source.subscribe(recorder);
      peer.send(source, "hello");
      recorder.awaitTexts(1);
      assertEquals(source.stats().receiveBufferRequested(), source.stats().receiveBufferGranted());
    }
    recorder.awaitEnd();
    assertTrue(!channel.isOpen());
  }

  @Test
  void bindsBothFamilies() throws IOException {
    for (InetAddress address : InetAddress.getAllByName("localhost")) {
      Recorder recorder = new Recorder(Long.MAX_VALUE);
      try (DatagramSource source = settings.bind(new InetSocketAddress(address, 0));
          DatagramChannel sender = DatagramChannel.open()) {
        source.subscribe(recorder);
        sender.send(Peer.bytes("hello"), source.localAddress());
        recorder.awaitTexts(1);
        assertEquals(Account.byKernel(0), source.stats().droppedByKernel());
      }
    }
  }
}
