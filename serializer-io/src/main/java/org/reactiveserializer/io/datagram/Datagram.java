package org.reactiveserializer.io.datagram;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.datagram.PooledBuffer;

/**
 * A datagram that was received. Its payload is in a buffer of a pool: call {@link #release} when
 * you have processed it. What a {@link DatagramSource} does not deliver it releases itself.
 *
 * <p><b>Threads.</b> A datagram may be passed from thread to thread, as any object that is not
 * thread-safe. {@link #release} may be called by any thread, but not while another one reads the
 * payload.
 */
public final class Datagram {
  // Null: released. Cleared once, by getAndSet, so the buffer is given back once.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable PooledBuffer buffer;

  private final Sender socket;
  private final Counts counts;
  private final InetSocketAddress sender;
  private final int length;
  private final boolean truncated;

  private @Nullable ByteBuffer payload;

  Datagram(
      PooledBuffer buffer,
      Sender socket,
      Counts counts,
      InetSocketAddress sender,
      int length,
      boolean truncated) {
    this.buffer = buffer;
    this.socket = socket;
    this.counts = counts;
    this.sender = sender;
    this.length = length;
    this.truncated = truncated;
  }

  /**
   * Returns the address that the datagram came from, as the system reported it. It can be forged.
   * May be called after {@link #release}.
   *
   * @return the sender
   */
  public InetSocketAddress sender() {
    return sender;
  }

  /**
   * Returns the number of bytes in the payload, perhaps 0. May be called after {@link #release}.
   *
   * @return a number of bytes
   */
  public int length() {
    return length;
  }

  /**
   * Returns whether the datagram was longer than {@linkplain DatagramSettings#maxPayload the
   * payload may be}: then the rest of it is lost. May be called after {@link #release}.
   *
   * @return true if bytes are missing at the end of the payload
   */
  public boolean isTruncated() {
    return truncated;
  }

  /**
   * Returns a read-only view of the payload, in big-endian order, whatever the machine's order is.
   * Each call returns the same view, with the position where the caller left it.
   *
   * <p>The view, and every other view derived from it, must not be read after {@link #release}: the
   * buffer then holds some other datagram. Nothing prevents that, so copy what is needed for
   * longer.
   *
   * @return the bytes from the view's position to its limit, perhaps none
   * @throws IllegalStateException if the datagram was released
   */
  public ByteBuffer payload() {
    PooledBuffer owned = buffer;
    if (owned == null) {
      throw new IllegalStateException(
          this + " was released; read the payload, or copy it, before release() is called");
    }
    ByteBuffer view = payload;
    if (view == null) {
      view = owned.view(length);
      payload = view;
    }
    return view;
  }

  /**
   * Releases the payload, so that its buffer can receive another datagram. Calling it again does
   * nothing: it cannot release what the buffer holds by then.
   */
  public void release() {
    PooledBuffer owned = (PooledBuffer) BUFFER.getAndSet(this, (PooledBuffer) null);
    if (owned != null) {
      counts.released.increment(); // first: a buffer that is acquired again was counted
      payload = null; // it would keep the memory of a source that is closed
      owned.giveBack();
    }
  }

  /**
   * Returns whether {@link #release} was called.
   *
   * @return true if so
   */
  public boolean isReleased() {
    return buffer == null;
  }

  @Override
  public String toString() {
    return "datagram of %d bytes%s from %s".formatted(length, truncated ? " and more" : "", sender);
  }

  /** Returns the socket that received this datagram, as a way to send. */
  Sender socket() {
    return socket;
  }

  private static final VarHandle BUFFER =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "buffer", VarHandle.class, Datagram.class, PooledBuffer.class);
}
