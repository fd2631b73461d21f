package org.reactiveserializer.io.ring;

import java.nio.IntBuffer;

/** The rest of a buffer is what is between its position and its limit. */
final class IntSink extends RingSink<IntBuffer> {
  private final IntWriter writer;
  private final int batch;

  IntSink(IntWriter writer, RingOptions options) {
    this.writer = writer;
    batch = Math.min(options.values.batch, writer.capacity);
  }

  @Override
  int room() {
    return writer.room() / batch;
  }

  /**
   * The item may be another subscriber's, too: its position is not moved, not even for a moment.
   */
  @Override
  boolean write(IntBuffer item) {
    if (!flushBefore(item)) {
      return false;
    }
    int written = writer.copy(item);
    if (written == item.remaining()) {
      return true;
    }
    letWait(item.duplicate().position(item.position() + written));
    return false;
  }

  @Override
  boolean offer(IntBuffer item) {
    return !item.hasRemaining() || (writer.offer(item) > 0 && !item.hasRemaining());
  }

  @Override
  IntBuffer copy(IntBuffer item) {
    int[] rest = new int[item.remaining()];
    item.duplicate().get(rest);
    return IntBuffer.wrap(rest);
  }
}
