package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.io.internal.datagram.KernelDrops.Line;
import org.reactiveserializer.testing.Await;

class KernelDropsTest {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  @Test
  void parsesATable() {
    Set<Line> lines = new HashSet<>();
    KernelDrops.parse(
        List.of(
            "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref"
                + " pointer drops",
            "  123: 0100007F:1F90 00000000:0000 07 00000000:00000300 00:00000000 00000000  1000        0 4711 2"
                + " 0000000000000000 42",
            "  124: 00000000000000000000000001000000:FFFF 00000000000000000000000000000000:0000 07 00000000:00000000"
                + " 00:00000000 00000000     0        0 99 2 0000000000000000 4294967295",
            "",
            "  125: 0100007F:ZZZZ 00000000:0000 07 00000000:00000300 00:00000000 00000000  1000        0 4712 2 0 1",
            "  126: a line that ends early"),
        lines);
    assertEquals(Set.of(new Line(8_080, 4_711, 42), new Line(65_535, 99, 4_294_967_295L)), lines);
  }

  @Test
  void countsWhatTheKernelDropped() throws IOException {
    Set<Long> before = KernelDrops.ownSockets();
    long lost;
    KernelDrops counted;
    try (DatagramChannel channel = DatagramChannel.open();
        DatagramChannel sender = DatagramChannel.open()) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
      channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
      KernelDrops drops = KernelDrops.of(before, List.of(address.getPort()));
      if (!LINUX) {
        assertEquals(KernelDrops.UNKNOWN, drops.total());
        return;
      }
      assertNotNull(before);
      assertEquals(0, drops.total());
      int sent = 500;
      for (int i = 0; i < sent; i++) {
        sender.send(ByteBuffer.allocate(100), address);
      }
      channel.configureBlocking(false);
      AtomicInteger received = new AtomicInteger();
      Await.until( // the kernel may deliver some after they were sent
          () -> received.addAndGet(receiveAll(channel)) + drops.total() == sent,
          () -> received + " received, " + drops.total() + " dropped");
      lost = sent - received.get();
      assertEquals(lost, drops.total());
      counted = drops;
    }
    assertEquals(lost, counted.total(), "the count of a closed socket is kept");
  }

  private static int receiveAll(DatagramChannel channel) {
    try {
      int received = 0;
      while (channel.receive(ByteBuffer.allocate(200)) != null) {
        received++;
      }
      return received;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void goesOnWhereACounterOf32BitsStartsAgain() {
    KernelDrops drops = new KernelDrops(List.of(7L, 8L));
    assertEquals(
        4_294_967_290L, drops.total(Set.of(new Line(1, 7, 4_294_967_290L), new Line(1, 9, 1))));
    assertEquals(4_294_967_301L, drops.total(Set.of(new Line(1, 7, 5))));
    assertEquals(4_294_967_303L, drops.total(Set.of(new Line(1, 7, 5), new Line(1, 8, 2))));
    assertEquals(4_294_967_303L, drops.total(Set.of()), "both are closed");
  }

  @Test
  void doesNotGuess() throws IOException {
    Set<Long> before = KernelDrops.ownSockets();
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      assertEquals(KernelDrops.UNKNOWN, KernelDrops.of(null, List.of(port)).total());
      assertEquals(KernelDrops.UNKNOWN, KernelDrops.of(before, List.of(port, port)).total());
      assertEquals(
          KernelDrops.UNKNOWN, KernelDrops.of(KernelDrops.ownSockets(), List.of(port)).total());
    }
  }
}
