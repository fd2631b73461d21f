package org.reactiveserializer.benchmarks.io;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A datagram channel of Netty, with one event loop. */
public final class NettyTransport {
  /** How many datagrams the epoll transport receives with one system call at most. */
  private static final int AT_ONCE = 64;

  private final MultiThreadIoEventLoopGroup group;
  private final Class<? extends DatagramChannel> type;
  private final int room;
  private final int atOnce;

  private NettyTransport(
      IoHandlerFactory handlers, Class<? extends DatagramChannel> type, int room, int atOnce) {
    group = new MultiThreadIoEventLoopGroup(1, handlers);
    this.type = type;
    this.room = room;
    this.atOnce = atOnce;
  }

  /**
   * The transport over NIO.
   *
   * @param room the length of the longest datagram
   */
  public static NettyTransport nio(int room) {
    return new NettyTransport(NioIoHandler.newFactory(), NioDatagramChannel.class, room, 1);
  }

  /** The transport over epoll, which receives several datagrams with one system call. */
  public static NettyTransport epoll(int room) {
    return new NettyTransport(
        EpollIoHandler.newFactory(), EpollDatagramChannel.class, room, AT_ONCE);
  }

  /** Opens a channel on the loopback interface and returns its port. */
  public int open(Bootstrap bootstrap, int buffer, ChannelHandler handler)
      throws InterruptedException {
    bootstrap
        .group(group)
        .channel(type)
        .option(ChannelOption.SO_RCVBUF, buffer)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(atOnce * room))
        .handler(handler);
    if (atOnce > 1) {
      bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, room);
    }
    Channel channel = bootstrap.bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Closes the channel. */
  public void close() {
    group.shutdownGracefully();
  }
}
