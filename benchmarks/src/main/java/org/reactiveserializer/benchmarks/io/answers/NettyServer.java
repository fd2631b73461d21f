package org.reactiveserializer.benchmarks.io.answers;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.nio.ByteBuffer;
import org.reactiveserializer.benchmarks.io.NettyTransport;

/** Netty with one event loop, which writes the answers when it has read all requests. */
public abstract class NettyServer implements Server {
  private final NettyTransport transport;

  NettyServer(NettyTransport transport) {
    this.transport = transport;
  }

  /** The transport over NIO. */
  public static final class Nio extends NettyServer {
    public Nio() {
      super(NettyTransport.nio(Text.ROOM));
    }
  }

  /** The transport over epoll, which receives and sends several datagrams with one system call. */
  public static final class WithEpoll extends NettyServer {
    public WithEpoll() {
      super(NettyTransport.epoll(Text.ROOM));
    }
  }

  @Override
  public int open() throws InterruptedException {
    return transport.open(new Bootstrap(), BUFFER, new Answers());
  }

  @Override
  public void close() {
    transport.close();
  }

  private static final class Answers extends SimpleChannelInboundHandler<DatagramPacket> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
      ByteBuf in = packet.content();
      ByteBuf out = context.alloc().directBuffer(Text.ROOM, Text.ROOM);
      ByteBuffer to = out.internalNioBuffer(0, Text.ROOM);
      int start = to.position();
      Text.replace(in.internalNioBuffer(in.readerIndex(), in.readableBytes()), to);
      out.writerIndex(to.position() - start);
      context.write(new DatagramPacket(out, packet.sender()), context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
