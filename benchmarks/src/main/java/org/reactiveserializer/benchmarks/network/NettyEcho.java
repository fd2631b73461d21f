package org.reactiveserializer.benchmarks.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;

/** Netty alone: each channel answers in its own event loop. */
public final class NettyEcho implements EchoServer {
  private final NettyListener listener = new NettyListener();

  @Override
  public int open() throws InterruptedException {
    return listener.open(
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel
                .pipeline()
                .addLast(
                    new LengthFieldBasedFrameDecoder(
                        Frame.LENGTH + Frame.PREFIX, 0, Frame.PREFIX, 0, Frame.PREFIX),
                    new LengthFieldPrepender(Frame.PREFIX),
                    new Echo());
          }
        });
  }

  @Override
  public void close() {
    listener.close();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      context.write(frame, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable reset) {
      context.close();
    }
  }
}
