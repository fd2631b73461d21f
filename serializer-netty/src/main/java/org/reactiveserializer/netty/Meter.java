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
  private final ChannelIntake<?> intake;

  Meter(ChannelIntake<?> intake) {
    this.intake = intake;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Holding holding = intake.holding();
    int bytes = Holding.size(message);
    if (!intake.admits(bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    holding.addMaking(bytes);
    holding.beginRead();
    context.fireChannelRead(message);
    intake.endDecoding();
  }
}
