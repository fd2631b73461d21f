package org.reactiveserializer.benchmarks.io.loss;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Netty with one event loop and a receive buffer of four megabytes. */
public abstract class NettyReceiver implements Receiver {
  private static final int ROOM = 2 * Stamp.LENGTH;

  /** How many datagrams the epoll transport receives with one system call at most. */
  private static final int AT_ONCE = 64;

  private final MultiThreadIoEventLoopGroup group;
  private final Bootstrap bootstrap = new Bootstrap();

  private NettyReceiver(
      IoHandlerFactory handlers, Class<? extends DatagramChannel> type, int atOnce) {
    group = new MultiThreadIoEventLoopGroup(1, handlers);
    bootstrap
        .group(group)
        .channel(type)
        .option(ChannelOption.SO_RCVBUF, BUFFER)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(atOnce * ROOM));
    if (atOnce > 1) {
      bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, ROOM);
    }
  }

  /** The transport over NIO. */
  public static final class Nio extends NettyReceiver {
    public Nio() {
      super(NioIoHandler.newFactory(), NioDatagramChannel.class, 1);
    }
  }

  /** The transport over epoll, which receives several datagrams with one system call. */
  public static final class WithEpoll extends NettyReceiver {
    public WithEpoll() {
      super(EpollIoHandler.newFactory(), EpollDatagramChannel.class, AT_ONCE);
    }
  }

  @Override
  public int open(Inbox inbox) throws InterruptedException {
    bootstrap.handler(new Handler(inbox));
    Channel channel = bootstrap.bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully();
  }

  private static final class Handler extends SimpleChannelInboundHandler<DatagramPacket> {
    private final Inbox inbox;

    Handler(Inbox inbox) {
      this.inbox = inbox;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
      ByteBuf datagram = packet.content();
      if (datagram.readableBytes() != Stamp.LENGTH) {
        inbox.receiveTorn();
        return;
      }
      int start = datagram.readerIndex();
      inbox.receive(
          datagram.getLong(start),
          datagram.getLong(start + Stamp.SECOND),
          datagram.getLong(start + Stamp.THIRD),
          datagram.getLong(start + Stamp.LAST));
    }
  }
}
