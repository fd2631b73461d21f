package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * All that is sent through one socket. While the socket's send buffer is full, datagrams wait in a
 * bounded queue, and the reading thread sends them when the socket is writable. By any thread, if
 * nothing else is said.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code waiting} counts the datagrams that are in the queue, are about to be added to it, or
 *       are being sent from it. A thread that finds it at zero has nothing there, so it may send at
 *       once: the datagrams of one thread are sent in order.
 *   <li>A thread that adds a datagram wakes the reading thread after that, which looks at the queue
 *       before each wait for the socket.
 *   <li>{@link #close} sets {@code closed} before it empties the queue. A thread that adds a
 *       datagram reads {@code closed} after that, and empties the queue if it is set. So nothing
 *       stays there.
 * </ol>
 *
 * <p>Not final, so that a test can break a step.
 */
class Sender {
  /** How many are sent before the reading thread reads again. */
  private static final int SENDS_IN_A_ROW = 64;

  private final SocketIo io;
  private final Counts counts;
  private final int most;
  private final Runnable wakeReader;
  private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean closed;

  Sender(SocketIo io, Counts counts, DatagramSettings settings, Runnable wakeReader) {
    this.io = io;
    this.counts = counts;
    this.most = settings.values.sendQueue;
    this.wakeReader = wakeReader;
  }

  /** A datagram that waits, with a payload of its own. */
  private record Outgoing(InetSocketAddress address, ByteBuffer payload) {}

  /** Sends a datagram, or lets a copy of it wait. */
  final SendResult send(InetSocketAddress address, ByteBuffer payload) {
    SendResult result = waiting.get() == 0 ? transmit(address, payload) : null;
    return result == null ? letWait(address, payload) : result;
  }

  private SendResult letWait(InetSocketAddress address, ByteBuffer payload) {
    ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
    Outgoing datagram = new Outgoing(address, copy);
    if (waiting.getAndUpdate(n -> n < most ? n + 1 : n) >= most) {
      counts.sendsDropped.increment();
      return SendResult.OVERFLOW;
    }
    queue.add(datagram);
    payload.position(payload.limit());
    if (isClosed()) {
      dropAll();
    } else {
      wakeReader.run();
    }
    return SendResult.QUEUED;
  }

  /** Returns whether a datagram that was added may have come too late for {@link #close}. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Gives a datagram to the system. Returns null if there is no room for it in the socket's send
   * buffer; then the position of the payload is unchanged. The system does not say so of an empty
   * datagram, which counts as sent.
   */
  private @Nullable SendResult transmit(InetSocketAddress address, ByteBuffer payload) {
    boolean empty = !payload.hasRemaining();
    try {
      if (io.send(payload, address) == 0 && !empty) {
        return null;
      }
      counts.sent.increment();
      return SendResult.SENT;
    } catch (ClosedChannelException ended) {
      counts.sendsDropped.increment();
      counts.sendsCutOff.increment();
      return SendResult.CLOSED;
    } catch (IOException | RuntimeException | OutOfMemoryError refused) {
      // An error concerns this address or this datagram; others may be fine.
      counts.sendsFailed.increment();
      Log.debug("Sending a datagram to " + address + " failed", refused);
      return SendResult.FAILED;
    }
  }

  /** Returns how many wait. */
  final int waiting() {
    return waiting.get();
  }

  // By the reading thread.

  /** Returns whether a datagram waits for the socket. */
  final boolean isStuck() {
    return !queue.isEmpty();
  }

  /** The socket is writable: sends what waits, until it is full again. */
  final void resume() {
    for (int i = 0; i < SENDS_IN_A_ROW; i++) {
      Outgoing first = queue.peek();
      if (first == null || transmit(first.address, first.payload) == null) {
        return;
      }
      queue.remove();
      waiting.decrementAndGet();
    }
  }

  /** Drops what waits. After the socket was closed, so nothing more is sent. */
  final void close() {
    closed = true;
    dropAll();
  }

  private void dropAll() {
    while (queue.poll() != null) {
      counts.sendsDropped.increment();
      counts.sendsCutOff.increment();
      waiting.decrementAndGet();
    }
  }
}
