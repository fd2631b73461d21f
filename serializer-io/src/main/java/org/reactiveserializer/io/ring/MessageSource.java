package org.reactiveserializer.io.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Messages, which are released in runs. */
final class MessageSource implements RingSource<ByteBuffer> {
  private final MessageReader reader;
  private final int batch;
  private final boolean views;
  private int unreleased;

  MessageSource(MessageReader reader, RingOptions options) {
    this.reader = reader;
    batch = options.values.batch;
    views = options.values.areViews;
  }

  @Override
  public @Nullable ByteBuffer next() {
    ByteBuffer message = reader.next();
    if (message == null) {
      return null;
    }
    if (views) {
      return message.slice().order(ByteOrder.nativeOrder());
    }
    byte[] copy = new byte[message.remaining()];
    message.get(copy);
    return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
  }

  @Override
  public void delivered() {
    if (++unreleased >= batch) {
      flush();
    }
  }

  @Override
  public void flush() {
    if (unreleased > 0) {
      unreleased = 0;
      reader.release();
    }
  }

  @Override
  public boolean isEmpty() {
    return !reader.hasNext();
  }
}
