package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All that is sent through one socket: one lane for replies, and one for each {@link
 * DatagramSource#outgoing}. By any thread, if nothing else is said.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>A lane that is stuck is in {@code stuck}, or a thread is about to add it. A thread that
 *       adds one wakes the reading thread after that, which looks at the list before each wait for
 *       the socket. So no stuck lane is overlooked.
 *   <li>Bytes of the heap pass through {@code direct}, under the lock {@code sending}. The JDK
 *       would allocate a direct buffer for each thread, and there may be no memory then. A channel
 *       sends under a lock of its own, so others wait no longer than it takes to copy.
 *   <li>{@link #close} sets {@code closed} before it closes the lanes. A thread that adds a lane,
 *       or a stuck one, reads {@code closed} after that, and closes the lane if it is set. So no
 *       lane stays open, and nothing stays stuck.
 * </ol>
 */
final class SendLanes {
  /** As many bytes as a datagram may have. */
  private static final int LONGEST = 65_535;

  private final SocketIo io;
  private final DatagramSettings.Sending settings;
  private final ReaderTasks tasks;
  private final SendLane replies;

  private final ReentrantLock sending = new ReentrantLock();
  private @Nullable ByteBuffer direct = ByteBuffer.allocateDirect(LONGEST); // guarded by sending

  private final Set<SendLane> open = ConcurrentHashMap.newKeySet();
  private final Queue<SendLane> stuck = new ConcurrentLinkedQueue<>();
  private volatile boolean finishing;
  private volatile boolean closed;

  private final LongAdder sent = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder cutOff = new LongAdder(); // of those dropped, after the close

  SendLanes(SocketIo io, DatagramSettings.Sending settings, ReaderTasks tasks) {
    this.io = io;
    this.settings = settings;
    this.tasks = tasks;
    this.replies = add(new SendLane(this, settings.queue(), null));
  }

  /** Sends a datagram, or lets a copy of it wait. */
  SendResult send(InetSocketAddress address, ByteBuffer payload) {
    return replies.send(address, payload);
  }

  /** Opens a lane. */
  SendLane open(OutgoingSubscriber owner) {
    return add(new SendLane(this, settings.queue(), owner));
  }

  private SendLane add(SendLane lane) {
    open.add(lane);
    if (closed) {
      lane.close();
    }
    return lane;
  }

  /** Forgets a lane that has sent everything. */
  void remove(SendLane lane) {
    open.remove(lane);
  }

  /**
   * Gives a datagram to the system. Returns null if there is no room for it in the socket's send
   * buffer; then the position of the payload is unchanged. The system does not say so of an empty
   * datagram, which counts as sent.
   */
  @Nullable SendResult transmit(InetSocketAddress address, ByteBuffer payload) {
    boolean empty = !payload.hasRemaining();
    try {
      int n = payload.isDirect() ? io.send(payload, address) : sendCopy(payload, address);
      if (n == 0 && !empty) {
        return null;
      }
      sent.increment();
      return SendResult.SENT;
    } catch (ClosedChannelException ended) {
      dropped.increment();
      cutOff.increment();
      return SendResult.CLOSED;
    } catch (
        Throwable
            refused) { // an exception concerns this address or this datagram; others may be fine
      failed.increment();
      report(address, refused);
      return SendResult.FAILED;
    }
  }

  private int sendCopy(ByteBuffer payload, InetSocketAddress address) throws IOException {
    int length = payload.remaining();
    if (length > LONGEST) {
      throw new SocketException("a datagram cannot have " + length + " bytes");
    }
    sending.lock();
    try {
      ByteBuffer copy = direct;
      if (copy == null) {
        throw new ClosedChannelException();
      }
      int n = io.send(copy.clear().put(payload.duplicate()).flip(), address);
      if (n > 0) {
        payload.position(payload.limit());
      }
      return n;
    } finally {
      sending.unlock();
    }
  }

  private void report(InetSocketAddress address, Throwable refused) {
    BiConsumer<? super InetSocketAddress, ? super Throwable> hook = settings.onError();
    try {
      hook.accept(address, refused);
    } catch (Throwable thrown) {
      Log.warning("The hook for send errors threw", thrown);
    }
  }

  /** Notes that a datagram of {@code lane} waits for the socket. */
  void stuck(SendLane lane) {
    stuck.add(lane);
    if (closed) {
      lane.close();
    } else {
      tasks.wakeReader();
    }
  }

  /** Returns the tasks of the reading thread, which sends what other threads leave to it. */
  ReaderTasks tasks() {
    return tasks;
  }

  void countDropped() {
    dropped.increment();
    if (closed) {
      cutOff.increment();
    }
  }

  /** Lets upstreams finish: what they were asked for is sent, and they are not asked for more. */
  void requestNoMore() {
    finishing = true;
  }

  /** Returns whether nothing more is to be requested. */
  boolean isFinishing() {
    return finishing;
  }

  // By the reading thread.

  /** Returns whether a lane waits for the socket. */
  boolean isStuck() {
    return !stuck.isEmpty();
  }

  /** The socket is writable: each stuck lane tries again, once. */
  void resume() {
    for (int n = stuck.size(); n > 0; n--) {
      SendLane lane = stuck.poll();
      if (lane != null) {
        lane.resume();
      }
    }
  }

  /** Drops what waits. After the socket was closed, so nothing more is sent. */
  void close() {
    closed = true;
    for (SendLane lane : open) {
      lane.close();
    }
    stuck.clear();
    sending.lock();
    try {
      direct = null;
    } finally {
      sending.unlock();
    }
  }

  // Counts.

  long sent() {
    return sent.sum();
  }

  long failed() {
    return failed.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  /** Returns how many of those dropped were dropped because the socket was closed. */
  long cutOff() {
    return cutOff.sum();
  }

  long waiting() {
    long sum = 0;
    for (SendLane lane : open) {
      sum += lane.unfinished();
    }
    return sum;
  }
}
