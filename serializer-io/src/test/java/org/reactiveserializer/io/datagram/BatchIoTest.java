package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.internal.foreign.NativeFunction;
import org.reactiveserializer.io.internal.datagram.BatchReceiver;

/** What is received in batches does not differ from what is received one by one. */
@Timeout(30)
class BatchIoTest {
  private static final int LONGEST = 100;
  private static final int MORE_THAN_A_BATCH = 75;

  private DatagramChannel channel;
  private BatchIo io;
  private InetSocketAddress address;

  @BeforeEach
  void open() throws IOException {
    channel = DatagramChannel.open(); // for both families, if the system has both
    channel.bind(new InetSocketAddress(0));
    channel.configureBlocking(false);
    io = new BatchIo(channel, LONGEST);
    io.open();
    address =
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(),
            ((InetSocketAddress) channel.getLocalAddress()).getPort());
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
    io.close();
  }

  private static DatagramChannel sender(InetAddress host) throws IOException {
    return DatagramChannel.open().bind(new InetSocketAddress(host, 0));
  }

  private static void send(DatagramChannel sender, SocketAddress to, int length, int value)
      throws IOException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    sender.send(ByteBuffer.wrap(bytes), to);
  }

  /** Waits for the next datagram. */
  private SocketAddress receive(ByteBuffer target) throws IOException {
    for (; ; ) {
      SocketAddress sender = io.receive(target.clear());
      if (sender != null) {
        target.flip();
        return sender;
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void deliversInOrderWithSizesAndSenders() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel one = sender(InetAddress.getLoopbackAddress());
        DatagramChannel other = sender(InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < MORE_THAN_A_BATCH; i++) {
        send(i % 3 == 0 ? other : one, address, i, i);
      }
      for (int i = 0; i < MORE_THAN_A_BATCH; i++) {
        SocketAddress sender = receive(target);
        assertEquals((i % 3 == 0 ? other : one).getLocalAddress(), sender);
        assertEquals(i, target.remaining());
        while (target.hasRemaining()) {
          assertEquals((byte) i, target.get());
        }
      }
      assertNull(io.receive(target.clear()));
      assertFalse(io.holdsDatagrams());
    }
  }

  @Test
  void cutsOffWhatIsTooLong() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel sender = sender(InetAddress.getLoopbackAddress())) {
      send(sender, address, 2 * LONGEST, 1);
      send(sender, address, 1, 2);
      receive(target);
      assertEquals(LONGEST, target.remaining());
      receive(target);
      assertEquals(1, target.remaining());
      assertEquals(2, target.get());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void namesSendersOfBothFamilies(String host) throws IOException {
    InetAddress loopback = InetAddress.getByName(host);
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel sender = sender(loopback)) {
      send(sender, new InetSocketAddress(loopback, address.getPort()), 1, 1);
      assertEquals(sender.getLocalAddress(), receive(target));
    }
  }

  @Test
  void isUsedWhereItCanBe() throws Exception {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    boolean isKnown = Set.of("Linux amd64", "Linux aarch64").contains(system);
    assertEquals(isKnown && NativeFunction.exists() && NativeFunction.isAllowed(), isInBatches());
  }

  private boolean isInBatches() {
    BatchReceiver receiver = BatchReceiver.of(channel, LONGEST);
    if (receiver != null) {
      receiver.close();
    }
    return receiver != null;
  }

  /** Otherwise the thread would wait for the socket while datagrams wait here. */
  @Test
  void knowsWhatItHolds() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel sender = sender(InetAddress.getLoopbackAddress())) {
      send(sender, address, 1, 1);
      send(sender, address, 1, 2);
      receive(target);
      assertEquals(isInBatches(), io.holdsDatagrams());
      receive(target);
      assertFalse(io.holdsDatagrams());
      assertEquals(2, target.get());
    }
  }

  @Test
  void leavesTheOptionAsItWas() throws IOException {
    for (Boolean broadcast : List.of(true, false)) {
      channel.setOption(StandardSocketOptions.SO_BROADCAST, broadcast);
      isInBatches();
      assertEquals(broadcast, channel.getOption(StandardSocketOptions.SO_BROADCAST));
    }
  }

  /** It gets errors of its peer then. */
  @Test
  void receivesOneByOneWhenTheChannelWasConnectedLater() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel sender = sender(InetAddress.getLoopbackAddress())) {
      send(sender, address, 1, 1);
      receive(target);
      channel.connect(sender.getLocalAddress());
      send(sender, address, 1, 2);
      send(sender, address, 1, 3);
      receive(target);
      assertEquals(2, target.get());
      assertFalse(io.holdsDatagrams());
      receive(target);
      assertEquals(3, target.get());
    }
  }

  /** The descriptor of a channel that is closed may become that of the next one. */
  @Test
  void receivesNothingOfTheSuccessorOfAChannel() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(LONGEST);
    try (DatagramChannel sender = sender(InetAddress.getLoopbackAddress())) {
      send(sender, address, 1, 1);
      receive(target);
      channel.close();
      try (DatagramChannel successor = sender(InetAddress.getLoopbackAddress())) {
        send(sender, successor.getLocalAddress(), 1, 2);
        assertTrue(isEmptyOrClosed(target));
        assertTrue(isEmptyOrClosed(target));
        successor.receive(target.clear());
        assertEquals(2, target.flip().get());
      }
    }
  }

  private boolean isEmptyOrClosed(ByteBuffer target) throws IOException {
    try {
      return io.receive(target.clear()) == null;
    } catch (ClosedChannelException closed) {
      return true;
    }
  }
}
