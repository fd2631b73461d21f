package org.reactiveserializer.io.ring;

import java.nio.ByteBuffer;
import org.reactiveserializer.io.internal.ring.Records;

/** Messages are written as a whole. */
final class MessageSink extends RingSink<ByteBuffer> {
  private final MessageWriter writer;
  private final int record;

  MessageSink(MessageWriter writer, RingOptions options) {
    this.writer = writer;
    record = Records.size(Math.min(options.values.maxMessage, writer.maxMessage));
  }

  /** Between head and tail, the data has one end, where less than one record is lost to padding. */
  @Override
  int room() {
    return Math.max(0, writer.room() - record + Records.PREFIX) / record;
  }

  @Override
  boolean offer(ByteBuffer item) {
    return writer.offer(item);
  }

  @Override
  ByteBuffer copy(ByteBuffer item) {
    writer.checkLength(item.remaining()); // now: what cannot be written must not be before others
    byte[] bytes = new byte[item.remaining()];
    item.get(item.position(), bytes);
    return ByteBuffer.wrap(bytes);
  }
}
