package org.reactiveserializer.benchmarks.io.loss;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/**
 * A blocking {@link DatagramChannel} with a receive buffer of four megabytes and a direct buffer.
 */
public final class NioReceiver implements Receiver {
  private @Nullable DatagramChannel channel;

  @Override
  public int open(Inbox inbox) throws IOException {
    DatagramChannel opened = DatagramChannel.open();
    channel = opened;
    opened.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Threads.start(
        "receiver",
        () -> {
          ByteBuffer buffer = ByteBuffer.allocateDirect(2 * Stamp.LENGTH);
          while (opened.isOpen()) {
            buffer.clear();
            opened.receive(buffer);
            inbox.receive(buffer, buffer.position());
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
