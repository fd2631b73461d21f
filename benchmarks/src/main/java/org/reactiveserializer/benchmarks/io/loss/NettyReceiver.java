package org.reactiveserializer.benchmarks.io.loss;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import org.reactiveserializer.benchmarks.io.NettyTransport;

/** Netty with one event loop and a receive buffer of four megabytes. */
public abstract class NettyReceiver implements Receiver {
  private static final int ROOM = 2 * Stamp.LENGTH;

  private final NettyTransport transport;

  NettyReceiver(NettyTransport transport) {
    this.transport = transport;
  }

  /** The transport over NIO. */
  public static final class Nio extends NettyReceiver {
    public Nio() {
      super(NettyTransport.nio(ROOM));
    }
  }

  /** The transport over epoll, which receives several datagrams with one system call. */
  public static final class WithEpoll extends NettyReceiver {
    public WithEpoll() {
      super(NettyTransport.epoll(ROOM));
    }
  }

  @Override
  public int open(Inbox inbox) throws InterruptedException {
    return transport.open(new Bootstrap(), BUFFER, new Handler(inbox));
  }

  @Override
  public void close() {
    transport.close();
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
