package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.internal.datagram.KernelDrops;

/** What is read before the thread waits for the socket. The test's thread is the reading thread. */
class IntakeTest {
  private static final SocketAddress SENDER = Peer.loopback(9);

  private int reads;
  private int left;

  private final SocketIo io =
      new SocketIo() {
        @Override
        public SocketAddress receive(ByteBuffer target) {
          reads++;
          if (left == 0) {
            return null;
          }
          left--;
          target.put((byte) 'x');
          return SENDER;
        }

        @Override
        public int send(ByteBuffer payload, SocketAddress address) {
          return payload.remaining();
        }
      };
  private final DatagramSettings settings = DatagramSource.bounded(1_000, Overflow.DROP_NEWEST);
  private final Reception reception = new Reception(settings, KernelDrops.of(null, List.of()), 1);
  private final ReaderTasks tasks = new ReaderTasks(() -> {});
  private final Intake intake =
      new Intake(
          reception,
          settings,
          Peer.loopback(9),
          io,
          new Sender(io, reception.counts, settings, () -> {}),
          tasks);

  @Test
  void readsUntilTheSocketIsEmpty() throws IOException {
    left = 100;
    assertFalse(intake.receive(256));
    assertEquals(100, intake.received());
    assertEquals(101, reads); // to look again at once would cost more than to wait
  }

  @Test
  void readsAtMostAsMany() throws IOException {
    left = 1_000;
    assertTrue(intake.receive(256));
    assertEquals(256, intake.received());
    IntStream.range(0, 3).forEach(i -> tasks.tryAdd(() -> {}));
    assertTrue(intake.receive(256));
    assertEquals(256 + 32, intake.received());
  }
}
