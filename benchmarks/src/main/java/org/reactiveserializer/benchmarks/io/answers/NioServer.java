package org.reactiveserializer.benchmarks.io.answers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/** One thread that blocks in a {@link DatagramChannel}, with direct buffers. */
public final class NioServer implements Server {
  private @Nullable DatagramChannel channel;

  @Override
  public int open() throws IOException {
    DatagramChannel opened = DatagramChannel.open();
    channel = opened;
    opened.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Threads.start("server", () -> answer(opened));
    return ((InetSocketAddress) opened.getLocalAddress()).getPort();
  }

  private static void answer(DatagramChannel channel) throws IOException {
    ByteBuffer in = ByteBuffer.allocateDirect(Text.ROOM);
    ByteBuffer out = ByteBuffer.allocateDirect(Text.ROOM);
    while (channel.isOpen()) {
      in.clear();
      SocketAddress sender = channel.receive(in);
      out.clear();
      Text.replace(in.flip(), out);
      channel.send(out.flip(), sender);
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
