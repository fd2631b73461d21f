package org.reactiveserializer.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server on the loopback interface, with two event loops, and its clients. */
final class Server implements AutoCloseable {
  final EventLoopGroup loops;
  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
  private final @Nullable Channel channel;

  /** Without a port so far. */
  Server() {
    loops = newLoops();
    channel = null;
  }

  Server(ChannelHandler handler) {
    this(newLoops(), handler);
  }

  Server(EventLoopGroup loops, ChannelHandler handler) {
    this.loops = loops;
    channel = listen(handler);
  }

  private static EventLoopGroup newLoops() {
    return new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  }

  /** Listens at one more port. */
  Channel listen(ChannelHandler handler) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.ALLOCATOR, memory)
        .childHandler(handler)
        .bind(InetAddress.getLoopbackAddress(), 0)
        .syncUninterruptibly()
        .channel();
  }

  /** Returns how many bytes of the connections' memory were not given back. */
  long usedMemory() {
    return memory.metric().usedDirectMemory() + memory.metric().usedHeapMemory();
  }

  int port() {
    return ((InetSocketAddress) Objects.requireNonNull(channel).localAddress()).getPort();
  }

  Client connect() throws IOException {
    return connect(Objects.requireNonNull(channel));
  }

  static Client connect(Channel listening) throws IOException {
    InetSocketAddress address = (InetSocketAddress) listening.localAddress();
    return new Client(new Socket(address.getAddress(), address.getPort()));
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** A client, whose frames are preceded by their length. */
  static final class Client implements AutoCloseable {
    final Socket socket;
    final DataOutputStream out;
    final DataInputStream in;

    Client(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(60_000);
      socket.setTcpNoDelay(true);
      out = new DataOutputStream(socket.getOutputStream());
      in = new DataInputStream(socket.getInputStream());
    }

    /** Sends a frame with one int. */
    void send(int value) throws IOException {
      out.writeLong((4L << 32) | (value & 0xffff_ffffL));
    }

    /** Receives a frame with one int. */
    int receive() throws IOException {
      if (in.readInt() != 4) {
        throw new IOException("a frame of another length");
      }
      return in.readInt();
    }

    /** Waits until the server has closed the connection. */
    void awaitEnd() throws IOException {
      try {
        while (in.read() >= 0) {
          // What was answered before.
        }
      } catch (EOFException | SocketException end) {
        // Reset, because the server had not read everything.
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
