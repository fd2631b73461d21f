package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;

/** Batches of messages: as many as there are one behind the other, up to a bound. */
final class BatchSource implements RingSource<MessageBatch> {
  private final MessageReader reader;
  private final int most;
  private final boolean views;

  BatchSource(MessageReader reader, RingOptions options) {
    this.reader = reader;
    most = options.batch();
    views = options.areViews();
  }

  @Override
  public @Nullable MessageBatch next() {
    MessageBatch batch = reader.nextBatch(most);
    if (batch == null || views) {
      return batch;
    }
    try {
      return batch.copy();
    } catch (CorruptRingException overwritten) {
      throw reader.health.corrupt(String.valueOf(overwritten.getMessage()));
    }
  }

  @Override
  public void delivered() {
    reader.release();
  }

  @Override
  public void flush() {} // each batch is released when it is delivered

  @Override
  public boolean isEmpty() {
    return !reader.hasNext();
  }
}
