package org.reactiveserializer.io.ring;

import java.nio.ByteBuffer;
import org.reactiveserializer.io.internal.ring.Records;

/** Messages are written as a whole. */
final class MessageSink extends RingSink<ByteBuffer> {
  private final MessageWriter writer;
  private final int record;
  private final int batch;
  private int unpublished;
  private int lost;

  MessageSink(MessageWriter writer, RingOptions options) {
    this.writer = writer;
    record = Records.size(Math.min(options.maxMessage(), writer.maxMessage()));
    batch = options.arePublishedInBatches() ? options.batch() : 1;
  }

  /** Between head and tail, the data has one end, where less than one record is lost to padding. */
  @Override
  int room() {
    return Math.max(0, writer.room() - record + Records.PREFIX) / record;
  }

  @Override
  boolean offer(ByteBuffer item) {
    if (!writer.write(item)) {
      return false;
    }
    unpublished++;
    return true;
  }

  @Override
  boolean isBatchOpen() {
    return unpublished > 0 && unpublished < batch;
  }

  @Override
  boolean publishesInBatches() {
    return batch > 1;
  }

  @Override
  void publish() {
    if (unpublished > 0) {
      long before = writer.tail;
      try {
        writer.publishWritten();
      } finally { // a fault may be reported when all is published
        lost += writer.tail == before ? unpublished : 0;
        unpublished = 0;
      }
    }
  }

  @Override
  int lost() {
    return lost + unpublished;
  }

  @Override
  ByteBuffer copy(ByteBuffer item) {
    writer.checkLength(item.remaining()); // now: what cannot be written must not be before others
    byte[] bytes = new byte[item.remaining()];
    item.get(item.position(), bytes);
    return ByteBuffer.wrap(bytes);
  }
}
