package org.reactiveserializer.benchmarks.io.loss;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/** Receivers with a fault each. */
public abstract class FaultyReceiver implements Receiver {
  private static final int PERIOD = 10;

  private @Nullable DatagramChannel channel;
  private int count;

  /** Loses some datagrams, which is no fault but a figure. */
  public static final class Losing extends FaultyReceiver {
    @Override
    void irregular(ByteBuffer datagram, Inbox inbox) {}
  }

  /** Delivers some datagrams twice. */
  public static final class Duplicating extends FaultyReceiver {
    @Override
    void irregular(ByteBuffer datagram, Inbox inbox) {
      inbox.receive(datagram, datagram.position());
      inbox.receive(datagram, datagram.position());
    }
  }

  /** Writes another datagram over some, as a receiver does that reuses a buffer too early. */
  public static final class Tearing extends FaultyReceiver {
    @Override
    void irregular(ByteBuffer datagram, Inbox inbox) {
      datagram.putLong(Stamp.LAST, Stamp.word(datagram.getLong(0) + 1, Stamp.LAST));
      inbox.receive(datagram, datagram.position());
    }
  }

  /** Delivers some datagrams after younger ones. */
  public static final class Reordering extends FaultyReceiver {
    private final ByteBuffer held = ByteBuffer.allocate(2 * Stamp.LENGTH);

    @Override
    void irregular(ByteBuffer datagram, Inbox inbox) {
      if (held.position() > 0) {
        inbox.receive(held, held.position());
      }
      held.clear();
      held.put(datagram.duplicate().flip());
    }
  }

  /** Has an account in which something is missing. */
  public static final class Concealing extends FaultyReceiver {
    @Override
    void irregular(ByteBuffer datagram, Inbox inbox) {}

    @Override
    public String account(long sent) {
      throw new IllegalStateException("the account does not add up");
    }
  }

  abstract void irregular(ByteBuffer datagram, Inbox inbox);

  @Override
  public int open(Inbox inbox) throws Exception {
    DatagramChannel opened = DatagramChannel.open();
    channel = opened;
    opened.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER); // for all: the kernel drops none
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Threads.start(
        "receiver",
        () -> {
          ByteBuffer datagram = ByteBuffer.allocate(2 * Stamp.LENGTH);
          while (opened.isOpen()) {
            datagram.clear();
            opened.receive(datagram);
            if (++count % PERIOD == 0) {
              irregular(datagram, inbox);
            } else {
              inbox.receive(datagram, datagram.position());
            }
          }
        });
    return ((InetSocketAddress) opened.getLocalAddress()).getPort();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
