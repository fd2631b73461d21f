package org.reactiveserializer.io.internal.datagram;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A direct buffer of a {@link BufferPool}. The caller that acquired it owns it until it is given
 * back.
 */
public final class PooledBuffer {
  private final BufferPool pool;
  private final ByteBuffer writable;
  private final ByteBuffer readOnly;

  // The next free buffer. Written by the thread that gives this one back, before it publishes this
  // one, and by the thread that acquires.
  @Nullable PooledBuffer next;

  PooledBuffer(BufferPool pool, ByteBuffer writable) {
    this.pool = pool;
    this.writable = writable;
    this.readOnly = writable.asReadOnlyBuffer();
  }

  /** Returns the buffer, for the owner. */
  public ByteBuffer writable() {
    return writable;
  }

  /** Returns a new read-only view of the first {@code length} bytes, with a position of its own. */
  public ByteBuffer view(int length) {
    return readOnly.slice(0, length);
  }

  /** Gives the buffer back to its pool, once. By any thread. */
  public void giveBack() {
    pool.giveBack(this);
  }
}
