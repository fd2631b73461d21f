package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.testing.Corpus;

/** The corpus of the {@link FrameFuzzer}, and decoders with a defect that it must notice. */
class FrameFuzzerTest {
  private static final Corpus CORPUS = Corpus.of(FrameFuzzer.class);

  @Test
  void nothingIsWrongWithTheCorpus() {
    CORPUS.check(FrameFuzzer::fuzzerTestOneInput);
  }

  @ParameterizedTest
  @EnumSource
  void theTwinsAreCaught(Defect defect) {
    Consumer<EmbeddedChannel> change =
        channel -> channel.pipeline().replace(FrameDecoder.class, "twin", new Twin(defect));
    assertTrue(CORPUS.fails(input -> FrameFuzzer.check(input, change)) > 0);
  }

  private enum Defect {
    /** A length whose bytes come in two parts is read as if the missing ones were 0. */
    SHORT_LENGTH,
    /** The last byte of a frame may be missing. */
    SHORT_FRAME,
    LONG_FRAME_ACCEPTED,
    EMPTY_FRAME_SKIPPED,
    /** A frame that is too long is not released. */
    LEAK
  }

  private static final class Twin extends ByteToMessageDecoder {
    private static final int LIMIT = 300;
    private final Defect defect;

    Twin(Defect defect) {
      this.defect = defect;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      int missing = 4 - in.readableBytes();
      if (missing > 0 && !(defect == Defect.SHORT_LENGTH && missing < 4)) {
        return;
      }
      int length = 0;
      for (int i = 0; i < 4; i++) {
        int at = in.readerIndex() + i;
        length = length << 8 | (at < in.writerIndex() ? in.getByte(at) & 0xff : 0);
      }
      if (length < 0 || length > (defect == Defect.LONG_FRAME_ACCEPTED ? LIMIT + 1 : LIMIT)) {
        if (defect == Defect.LEAK) {
          in.retain();
        }
        throw new FrameTooLongException(length, LIMIT);
      }
      int there = in.readableBytes() - 4;
      int taken = defect == Defect.SHORT_FRAME && there == length - 1 ? there : length;
      if (there < taken) {
        return;
      }
      in.skipBytes(Math.min(4, in.readableBytes()));
      ByteBuf frame = in.readRetainedSlice(Math.max(0, taken));
      if (defect == Defect.EMPTY_FRAME_SKIPPED && length == 0) {
        frame.release();
      } else {
        out.add(frame);
      }
    }
  }
}
