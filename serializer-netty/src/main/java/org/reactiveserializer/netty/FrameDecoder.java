package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.ByteOrder;

/** Netty's decoder, with an error that has the numbers. */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {
  static final int PREFIX = 4;

  private final int limit;

  FrameDecoder(int limit) {
    super(Integer.MAX_VALUE, 0, PREFIX, 0, PREFIX);
    this.limit = limit;
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
