package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteOrder;

/** Netty's decoder, with an error that has the numbers, and an account of what it keeps. */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {
  static final int PREFIX = 4;

  private final int limit;
  private final Holding holding;

  FrameDecoder(int limit, Holding holding) {
    super(Integer.MAX_VALUE, 0, PREFIX, 0, PREFIX);
    this.limit = limit;
    this.holding = holding;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (!holding.beginDecoding(Holding.size(message))) {
      ReferenceCountUtil.release(message);
      return;
    }
    try {
      super.channelRead(context, message);
    } finally {
      ByteBuf kept = internalBuffer();
      holding.setMaking(
          kept.isReadable() ? kept.capacity() : 0); // as large as it is, however few bytes it has
      holding.endDecoding();
    }
  }

  @Override
  protected long getUnadjustedFrameLength(ByteBuf buffer, int offset, int length, ByteOrder order) {
    long frame = buffer.getInt(offset);
    if (frame < 0 || frame > limit) {
      throw new FrameTooLongException(frame, limit);
    }
    return frame;
  }
}
