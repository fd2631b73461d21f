package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldPrepender;
import java.util.List;

/**
 * Puts its length before each answer. A short one is copied behind it: one buffer costs the socket less
 * than two.
 */
final class FrameEncoder extends LengthFieldPrepender {
  private static final int SHORT = 512;

  FrameEncoder() {
    super(FrameDecoder.PREFIX);
  }

  @Override
  protected void encode(ChannelHandlerContext context, ByteBuf answer, List<Object> out)
      throws Exception {
    int length = answer.readableBytes();
    if (length > SHORT) {
      super.encode(context, answer, out);
    } else {
      out.add(copy(context, answer, length));
    }
  }

  private static ByteBuf copy(ChannelHandlerContext context, ByteBuf answer, int length) {
    ByteBuf frame = context.alloc().directBuffer(FrameDecoder.PREFIX + length);
    try {
      return frame.writeInt(length).writeBytes(answer, answer.readerIndex(), length);
    } catch (Throwable thrown) { // it was released before
      frame.release();
      throw thrown;
    }
  }
}
