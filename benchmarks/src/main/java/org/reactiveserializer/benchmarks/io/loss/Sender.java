package org.reactiveserializer.benchmarks.io.loss;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/**
 * Sends numbered datagrams at a given rate. It sleeps for a fraction of a millisecond, sends what
 * is due, and sleeps again, so a step is at most a millisecond's worth if the system wakes it in
 * time.
 */
public final class Sender implements Role {
  /** How far the sender may be behind its schedule and still catch up: a limit of its bursts. */
  static final long DEBT_NANOS = 10_000_000;

  private static final long STEP_NANOS = 200_000;
  private static final int REHEARSALS = 20;
  private static final int REHEARSAL = 10_000;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    rehearse();
    parent.send("ready", "");
    Parameters order = parent.await("send");
    try (DatagramChannel channel = connected(order.integer("port"))) {
      long nanos = send(channel, order.number("count"), order.number("rate"));
      parent.send(
          "sent", new Parameters().with("count", order.number("count")).with("nanos", nanos));
    }
  }

  /** Sends to a socket that nobody reads, until the code of this class is compiled. */
  private static void rehearse() throws Exception {
    try (DatagramChannel unread = DatagramChannel.open()) {
      unread.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (DatagramChannel channel =
          connected(((InetSocketAddress) unread.getLocalAddress()).getPort())) {
        for (int i = 0; i < REHEARSALS; i++) {
          send(channel, REHEARSAL, 1_000_000);
        }
      }
    }
  }

  private static DatagramChannel connected(int port) throws Exception {
    DatagramChannel channel = DatagramChannel.open();
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return channel;
  }

  /** Sends and returns how many nanoseconds it took. */
  private static long send(DatagramChannel channel, long count, long rate) throws Exception {
    ByteBuffer datagram = ByteBuffer.allocateDirect(Stamp.LENGTH);
    long first = System.nanoTime();
    long start = first; // moves when the sender gives up a debt
    long sent = 0;
    while (sent < count) {
      long elapsed = System.nanoTime() - start;
      long due = Math.min(count, elapsed * rate / 1_000_000_000 + 1);
      long debt = elapsed - sent * 1_000_000_000 / rate;
      if (debt > DEBT_NANOS) {
        start += debt - DEBT_NANOS;
        due = Math.min(count, sent + DEBT_NANOS * rate / 1_000_000_000);
      }
      if (sent >= due) {
        LockSupport.parkNanos(STEP_NANOS);
        continue;
      }
      while (sent < due) {
        Stamp.put(datagram, sent++);
        datagram.clear();
        channel.write(datagram);
      }
    }
    return System.nanoTime() - first;
  }
}
