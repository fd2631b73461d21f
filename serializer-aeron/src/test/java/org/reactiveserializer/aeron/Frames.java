package org.reactiveserializer.aeron;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Fragments as they are in a log of Aeron. */
final class Frames {
  static final int HEADER = DataHeaderFlyweight.HEADER_LENGTH;
  static final int BEGIN = FrameDescriptor.BEGIN_FRAG_FLAG & 0xff;
  static final int END = FrameDescriptor.END_FRAG_FLAG & 0xff;

  private static final int TERM = 1 << 30;
  private static final int INITIAL_TERM = 7;

  private Frames() {}

  /** Returns where the next fragment begins. */
  static int next(int place, byte[] part) {
    return place + BitUtil.align(HEADER + part.length, FrameDescriptor.FRAME_ALIGNMENT);
  }

  static UnsafeBuffer frame(int session, int flags, int place, byte[] part) {
    UnsafeBuffer buffer = new UnsafeBuffer(new byte[HEADER + part.length]);
    DataHeaderFlyweight frame = new DataHeaderFlyweight(buffer);
    frame.frameLength(buffer.capacity());
    frame.headerType(DataHeaderFlyweight.HDR_TYPE_DATA);
    frame.flags((short) flags);
    frame.termOffset(place);
    frame.sessionId(session);
    frame.streamId(1);
    frame.termId(INITIAL_TERM);
    buffer.putBytes(HEADER, part);
    return buffer;
  }

  static Header header(UnsafeBuffer frame) {
    Header header = new Header(INITIAL_TERM, Integer.numberOfTrailingZeros(TERM));
    header.buffer(frame);
    header.offset(0);
    return header;
  }
}
