package org.reactiveserializer.io.ring;

import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/** Batches of ints: as many as there are, up to a bound. */
final class IntSource implements RingSource<IntBuffer> {
  private final IntReader reader;
  private final int batch;
  private final boolean views;
  private int current;

  IntSource(IntReader reader, RingOptions options) {
    this.reader = reader;
    batch = options.values.batch;
    views = options.values.areViews;
  }

  @Override
  public @Nullable IntBuffer next() {
    IntBuffer run = reader.peek(batch);
    current = run.remaining();
    if (current == 0) {
      return null;
    }
    if (views) {
      return run.slice();
    }
    int[] copy = new int[current];
    run.get(copy);
    return IntBuffer.wrap(copy);
  }

  @Override
  public void delivered() {
    reader.release(current);
  }

  @Override
  public void flush() {} // each batch is released when it is delivered

  @Override
  public boolean isEmpty() {
    return reader.available() == 0;
  }
}
