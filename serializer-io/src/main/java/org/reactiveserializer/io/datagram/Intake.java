package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.io.internal.datagram.BufferPool;
import org.reactiveserializer.io.internal.datagram.OwnAddress;
import org.reactiveserializer.io.internal.datagram.PooledBuffer;

/**
 * Reads the datagrams of one socket into buffers of a pool, counts them, and feeds the stream. By
 * the reading thread, if nothing else is said.
 */
final class Intake {
  /** How many are read before the thread runs a task: the stream may stand still meanwhile. */
  private static final int READS_BEFORE_TASK = 32;

  /** After so many errors with nothing else in between, the socket is considered broken. */
  private static final int ERRORS_IN_A_ROW = 1_000;

  private final Reception reception;
  private final Counts counts;
  private final SocketIo io;
  private final Sender sender;
  private final ReaderTasks tasks;
  private final @Nullable OwnAddress own; // null: such datagrams are delivered, too
  private final int maxPayload;
  private final BufferPool pool;
  private ByteBuffer scratch;
  private long received;
  private int errorsInARow;

  Intake(
      Reception reception,
      DatagramSettings settings,
      InetSocketAddress bound,
      SocketIo io,
      Sender sender,
      ReaderTasks tasks) {
    this.reception = reception;
    this.counts = reception.counts;
    this.own = settings.values.deliversOwn ? null : new OwnAddress(bound);
    this.io = io;
    this.sender = sender;
    this.tasks = tasks;
    this.maxPayload = settings.values.maxPayload;
    int longest = maxPayload + 1; // one byte more than a payload may have shows that there was more
    long buffers =
        (long) settings.values.capacity + settings.values.maxHeld + 1; // one is being read
    this.pool = new BufferPool(longest, (int) Math.min(buffers, Integer.MAX_VALUE));
    this.scratch = ByteBuffer.allocateDirect(longest);
  }

  /**
   * Reads and emits at most {@code most} datagrams, fewer if there is a task to run. Returns false
   * when the socket is empty.
   */
  boolean receive(int most) throws IOException {
    for (int i = 0; i < most && (i < READS_BEFORE_TASK || tasks.isEmpty()); i++) {
      PooledBuffer pooled = pool.acquire();
      ByteBuffer buffer = pooled == null ? scratch : pooled.writable();
      InetSocketAddress from = (InetSocketAddress) receiveInto(buffer);
      boolean isEmitted = from != null && receive(from, buffer.position(), pooled);
      if (pooled != null && !isEmitted) {
        pool.putBack(pooled);
      }
      if (from == null) {
        return false;
      }
    }
    return true;
  }

  /** Counts a datagram, and emits it, unless it must be dropped. */
  private boolean receive(InetSocketAddress from, int bytes, @Nullable PooledBuffer pooled) {
    int length = Math.min(bytes, maxPayload);
    boolean isTruncated = bytes > maxPayload;
    received++;
    counts.received.increment();
    counts.bytes.add(length);
    if (isTruncated) {
      counts.truncated.increment();
    }
    if (own != null && own.is(from)) {
      counts.droppedOwn.increment();
      return false;
    }
    if (pooled == null) {
      counts.droppedByPool.increment();
      return false;
    }
    emit(new Datagram(pooled, sender, counts, from, length, isTruncated));
    return true;
  }

  private void emit(Datagram datagram) {
    try {
      switch (reception.sink().tryEmit(datagram)) {
        case DELIVERED, QUEUED -> {}
        case OVERFLOW -> {
          counts.droppedByBound.increment();
          datagram.release();
        }
        default -> {
          counts.discarded.increment();
          datagram.release();
          reception.stop();
        }
      }
    } catch (Throwable ofSubscriber) { // §2.13, and the sink has called stop
      Dropped.uncaught(ofSubscriber);
    }
  }

  /**
   * Returns the sender, or null if there is no datagram. An error of the socket is not the end of
   * it.
   */
  private @Nullable SocketAddress receiveInto(ByteBuffer buffer) throws IOException {
    for (; ; ) {
      buffer.clear();
      try {
        SocketAddress from = io.receive(buffer);
        errorsInARow = 0; // an empty socket works, too
        return from;
      } catch (ClosedChannelException closed) {
        throw closed;
      } catch (IOException failed) { // for example of ICMP: a connected peer is unreachable
        counts.receiveErrors.increment();
        Log.debug("Reading a datagram failed", failed);
        if (++errorsInARow >= ERRORS_IN_A_ROW) {
          throw failed;
        }
      }
    }
  }

  /** Returns how many datagrams were read. */
  long received() {
    return received;
  }

  /** Gives up all memory outside the heap; nothing is read any more. */
  void close() {
    pool.close();
    scratch = ByteBuffer.allocate(0);
  }

  /** Returns how many buffers exist. By any thread. */
  int buffers() {
    return pool.allocated();
  }
}
