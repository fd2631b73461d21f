package org.reactiveserializer.io.ring;

import org.reactiveserializer.io.internal.ring.Records;

/** The rest of a batch is what was not skipped of it. */
final class BatchSink extends RingSink<MessageBatch> {
  private final MessageWriter writer;
  private final int record;
  private final int expected;

  BatchSink(MessageWriter writer, RingOptions options) {
    this.writer = writer;
    record = Records.size(Math.min(options.maxMessage(), writer.maxMessage()));
    int quarter =
        2 * writer.maxMessage(); // of the capacity: so that something is requested in any case
    expected = (int) Math.min(quarter, (long) options.batch() * record);
  }

  /** At the end of the data, less than one record is lost to padding. */
  @Override
  int room() {
    return Math.max(0, writer.room() - record + Records.PREFIX) / expected;
  }

  /** The item may be another subscriber's, too: nothing of it is skipped. */
  @Override
  boolean write(MessageBatch item) {
    check(item);
    return super.write(item.duplicate());
  }

  @Override
  boolean offer(MessageBatch item) {
    return writer.offer(item);
  }

  @Override
  MessageBatch copy(MessageBatch item) {
    check(item);
    return item.copy();
  }

  /** What cannot be written must not be before others, and nothing of its batch is written. */
  private void check(MessageBatch item) {
    if (!item.isEmpty()) {
      writer.checkLength(item.longest());
    }
  }
}
