package org.reactiveserializer.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * The head of a pipeline with decoders of the user: counts the bytes that go in and have not become a
 * message. What a decoder keeps behind a message is not known: it counts with the message, which has
 * come from the same read of the socket.
 */
final class Meter extends ChannelInboundHandlerAdapter {
  private final Holding holding;

  Meter(Holding holding) {
    this.holding = holding;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    int bytes = Holding.size(message);
    if (!holding.beginDecoding(bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    holding.addMaking(bytes);
    context.fireChannelRead(message);
    holding.endDecoding();
  }
}
