package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
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
  private final SerialSink<Datagram> sink;
  private final SocketIo io;
  private final SendLanes lanes;
  private final ReaderTasks tasks;
  private final @Nullable LeakCheck leakCheck;
  private final @Nullable OwnAddress own; // null: such datagrams are delivered, too

  private final int maxPayload;
  private final BufferPool pool;
  private ByteBuffer scratch;
  private final ReadCounts counts = new ReadCounts();
  private int errorsInARow;

  Intake(
      Reception reception,
      DatagramSettings settings,
      @Nullable LeakCheck leakCheck,
      InetSocketAddress bound,
      SocketIo io,
      SendLanes lanes) {
    this.reception = reception;
    this.sink = reception.sink();
    this.leakCheck = leakCheck;
    this.own = settings.deliversOwn() ? null : new OwnAddress(bound);
    this.io = io;
    this.lanes = lanes;
    this.tasks = lanes.tasks();
    this.maxPayload = settings.maxPayload();
    this.pool = new BufferPool(longest(settings), mostBuffers(settings));
    this.scratch = ByteBuffer.allocateDirect(longest(settings));
  }

  /** Returns how many bytes are read: one more than the payload may have shows that there was more. */
  static int longest(DatagramSettings settings) {
    return settings.maxPayload() + 1;
  }

  /** Returns how many buffers are in use if as many datagrams wait and are held as may. */
  private static int mostBuffers(DatagramSettings settings) {
    int beingRead = 1;
    long sum = (long) settings.capacity() + settings.maxHeld() + beingRead;
    return (int) Math.min(sum, Integer.MAX_VALUE);
  }

  /**
   * Reads and emits at most {@code most} datagrams, fewer if there is a task to run. Returns false
   * when the socket is empty.
   */
  boolean receive(int most) throws IOException {
    for (int i = 0; i < most && (i < READS_BEFORE_TASK || tasks.isEmpty()); i++) {
      PooledBuffer pooled = pool.acquire();
      ByteBuffer buffer = pooled == null ? scratch : pooled.writable();
      InetSocketAddress sender = (InetSocketAddress) receiveInto(buffer);
      if (sender == null) {
        if (pooled != null) {
          pool.putBack(pooled);
        }
        return false;
      }
      int length = Math.min(buffer.position(), maxPayload);
      boolean isTruncated = buffer.position() > maxPayload;
      counts.countReceived(length, isTruncated);
      if (own != null && own.is(sender)) {
        counts.countOwn();
        if (pooled != null) {
          pool.putBack(pooled);
        }
      } else if (pooled == null) {
        counts.countWithoutBuffer();
      } else {
        emit(pooled, sender, length, isTruncated);
      }
    }
    return true;
  }

  /**
   * Returns the sender, or null if there is no datagram. An error of the socket is not the end of
   * it.
   */
  private @Nullable SocketAddress receiveInto(ByteBuffer buffer) throws IOException {
    for (; ; ) {
      buffer.clear();
      try {
        SocketAddress sender = io.receive(buffer);
        errorsInARow = 0; // an empty socket works, too
        return sender;
      } catch (ClosedChannelException closed) {
        throw closed;
      } catch (IOException
          | OutOfMemoryError failed) { // for example of ICMP: a connected peer is unreachable
        if (!mayGoOn(failed)) {
          throw failed;
        }
      }
    }
  }

  /** Counts an error. Returns false if there were so many that the socket is broken. */
  boolean mayGoOn(Throwable failed) {
    counts.countError();
    Log.debug("Reading a datagram failed", failed);
    return ++errorsInARow < ERRORS_IN_A_ROW;
  }

  private void emit(
      PooledBuffer pooled, InetSocketAddress sender, int length, boolean isTruncated) {
    Datagram datagram;
    try {
      datagram = new Datagram(pooled, lanes, sender, length, isTruncated);
      if (leakCheck != null) {
        leakCheck.track(datagram, pool);
      }
    } catch (OutOfMemoryError noHeap) {
      pool.putBack(pooled);
      counts.countWithoutBuffer();
      return;
    }
    try {
      switch (sink.tryEmit(datagram)) {
        case DELIVERED, QUEUED -> {}
        case OVERFLOW -> {
          counts.countRefused();
          takeBack(datagram);
        }
        default -> {
          counts.countRefusedLate();
          takeBack(datagram);
          reception.stop();
        }
      }
    } catch (VirtualMachineError unknown) { // nobody knows who has the datagram, if anybody has it
      if (leakCheck == null) { // which would notice that the datagram is garbage
        pool.forget(pooled);
      }
      Dropped.uncaught(unknown);
    } catch (Throwable ofSubscriber) { // §2.13, and the sink has called stop
      Dropped.uncaught(ofSubscriber);
    }
  }

  private void takeBack(Datagram datagram) {
    PooledBuffer pooled = datagram.takeBuffer();
    if (pooled != null) {
      pool.putBack(pooled);
    }
  }

  /** Gives up all memory outside the heap; nothing is read any more. */
  void close() {
    pool.close();
    scratch = ByteBuffer.allocate(0);
  }

  // By any thread.

  long received() {
    return counts.received();
  }

  /** Adds the counts of this socket to {@code sums}. */
  void addTo(Sums sums) {
    counts.addTo(sums);
    sums.givenBack += pool.givenBack();
    sums.buffers += pool.allocated();
  }
}
