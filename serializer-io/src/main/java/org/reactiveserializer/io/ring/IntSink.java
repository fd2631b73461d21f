package org.reactiveserializer.io.ring;

import java.nio.IntBuffer;

/** The rest of a buffer is what is between its position and its limit. */
final class IntSink extends RingSink<IntBuffer> {
  private final IntWriter writer;
  private final int batch;

  IntSink(IntWriter writer, RingOptions options) {
    this.writer = writer;
    batch = Math.min(options.batch(), writer.capacity());
  }

  @Override
  int room() {
    return writer.room() / batch;
  }

  /** Leaves the position of the item, which is another one's, as it is. */
  @Override
  boolean write(IntBuffer item) {
    int position = item.position();
    try {
      return super.write(item);
    } finally {
      item.position(position);
    }
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
