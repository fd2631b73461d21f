package org.reactiveserializer.benchmarks.network;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A port of Netty. The clients need the other half of the processors: so there is one event loop for
 * every two processors. With Netty's default, two for each processor, the loops wait for each other.
 */
final class NettyListener {
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2), NioIoHandler.newFactory());

  int open(ChannelHandler handler) throws InterruptedException {
    Channel channel =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, EchoServer.BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(handler)
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  void close() {
    loops.shutdownGracefully();
  }
}
