package org.reactiveserializer.benchmarks.io.answers;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/** One thread that blocks in a {@link DatagramSocket}. */
public final class SocketServer implements Server {
  private @Nullable DatagramSocket socket;

  @Override
  public int open() throws IOException {
    DatagramSocket opened =
        new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    socket = opened;
    opened.setReceiveBufferSize(BUFFER);
    Threads.start("server", () -> answer(opened));
    return opened.getLocalPort();
  }

  private static void answer(DatagramSocket socket) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(Text.ROOM);
    ByteBuffer out = ByteBuffer.allocate(Text.ROOM);
    DatagramPacket packet = new DatagramPacket(in.array(), Text.ROOM);
    while (!socket.isClosed()) {
      packet.setData(in.array());
      socket.receive(packet);
      out.clear();
      Text.replace(in.limit(packet.getLength()).position(0), out);
      packet.setData(out.array(), 0, out.position()); // keeps the address of the sender
      socket.send(packet);
    }
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.close();
    }
  }
}
