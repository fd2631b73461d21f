package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.io.internal.datagram.BufferPool;
import org.reactiveserializer.io.internal.datagram.PooledBuffer;

/**
 * The reading thread of one socket. It reads until the socket is empty, and then waits for it. The
 * channel does not block, and the thread waits in a selector: so an interrupt wakes it, and does
 * not close the channel.
 */
final class SocketReader implements Runnable {
  /** How many datagrams are read before the thread looks whether it must stop or send. */
  private static final int READS_IN_A_ROW = 256;

  /** How many are read before it runs a task: the stream may stand still meanwhile. */
  private static final int READS_BEFORE_TASK = 32;

  /**
   * The longest wait for the socket. Only a channel that somebody else closes needs it: the system
   * does not report that.
   */
  private static final long LONGEST_WAIT_MILLIS = 250;

  /** After so many errors with nothing else in between, the socket is considered broken. */
  private static final int ERRORS_IN_A_ROW = 1_000;

  /**
   * The kernel's buffer has twice the granted size, and a datagram takes twice this of it, or more.
   */
  private static final int LEAST_CHARGE = 256;

  private final Reception reception;
  private final SerializedSink<Datagram> sink;
  private final DatagramChannel channel;
  private final SocketIo io;
  private final Selector selector;
  private final SelectionKey key;
  private final SendLanes lanes;
  private final Thread thread;

  private final int maxPayload;
  private final int mostInKernel;
  private final BufferPool pool;
  private final ByteBuffer scratch;
  private final @Nullable LeakCheck leakCheck;

  private final ReaderTasks tasks = new ReaderTasks(this::wake);
  private final ReadCounts counts = new ReadCounts();
  private int readyOps;
  private int errorsInARow;

  /** Creates a reader, whose thread is not started. The channel is bound. */
  SocketReader(
      Reception reception,
      DatagramSettings settings,
      @Nullable LeakCheck leakCheck,
      OpenSockets sockets,
      int number,
      UnaryOperator<SocketIo> seam)
      throws IOException {
    this.reception = reception;
    this.sink = reception.sink();
    this.leakCheck = leakCheck;
    this.channel = sockets.channels().get(number);
    this.io = seam.apply(SocketIo.of(channel));
    this.maxPayload = settings.maxPayload();
    this.mostInKernel = Math.max(READS_IN_A_ROW, sockets.granted() / LEAST_CHARGE);
    // One byte more than the payload may have shows that there was more.
    this.pool = new BufferPool(maxPayload + 1, mostBuffers(settings));
    this.scratch = ByteBuffer.allocateDirect(maxPayload + 1);
    channel.configureBlocking(false);
    this.selector = channel.provider().openSelector();
    this.lanes = new SendLanes(io, settings.sending(), tasks);
    this.thread = new Thread(this, "datagrams-" + sockets.port(number) + "-" + number);
    thread.setDaemon(true);
    this.key = register();
  }

  /** Returns how many buffers are in use if as many datagrams wait and are held as may. */
  private static int mostBuffers(DatagramSettings settings) {
    int beingRead = 1;
    long sum = (long) settings.capacity() + settings.maxHeld() + beingRead;
    return (int) Math.min(sum, Integer.MAX_VALUE);
  }

  private SelectionKey register() throws IOException {
    try {
      return channel.register(selector, SelectionKey.OP_READ);
    } catch (IOException | RuntimeException failed) {
      selector.close();
      throw failed;
    }
  }

  void start() {
    thread.start();
  }

  /** Makes the thread look around soon. By any thread. */
  void wake() {
    selector.wakeup();
  }

  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  /** Lets this thread run a task soon. Returns false if it has ended. By any thread. */
  boolean tryExecute(Runnable task) {
    return tasks.tryAdd(task);
  }

  /** Closes what the constructor opened, where the thread will not be started. */
  void abandon() throws IOException {
    selector.close();
  }

  @Override
  public void run() {
    try {
      while (!reception.isStopping()) {
        awaitSocket();
        receive(READS_IN_A_ROW);
        tasks.run();
      }
      long last = counts.received() + mostInKernel;
      while (counts.received() < last && receive(READS_IN_A_ROW)) {
        tasks.run();
      }
    } catch (ClosedChannelException | CancelledKeyException closed) {
      reception.fail(closedByOthers(closed));
    } catch (Throwable failed) {
      reception.fail(failed);
    } finally {
      close();
    }
  }

  private IOException closedByOthers(Exception closed) {
    return new IOException(
        "the channel of " + thread.getName() + " was closed; only its DatagramSource may close it", closed);
  }

  private void awaitSocket() throws IOException {
    int ops = lanes.isStuck() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != ops) {
      key.interestOps(ops);
    }
    readyOps = 0;
    if (tasks.isEmpty()) {
      selector.select(this::noteReadyOps, LONGEST_WAIT_MILLIS); // a thread that adds a task wakes it
    } else {
      selector.selectNow(this::noteReadyOps);
    }
    Thread.interrupted(); // nobody interrupts this thread for a reason of ours; otherwise select would not wait
    if ((readyOps & SelectionKey.OP_WRITE) != 0) {
      lanes.resume();
    }
  }

  private void noteReadyOps(SelectionKey selected) {
    readyOps = selected.readyOps();
  }

  /** Reads and emits at most {@code most} datagrams. Returns false when the socket is empty. */
  private boolean receive(int most) throws IOException {
    for (int i = 0; i < most && (i < READS_BEFORE_TASK || tasks.isEmpty()); i++) {
      PooledBuffer pooled = pool.acquire();
      ByteBuffer buffer = pooled == null ? scratch : pooled.writable();
      SocketAddress sender = receiveInto(buffer);
      if (sender == null) {
        if (pooled != null) {
          pool.putBack(pooled);
        }
        return false;
      }
      int length = Math.min(buffer.position(), maxPayload);
      boolean isTruncated = buffer.position() > maxPayload;
      counts.countReceived(length, isTruncated);
      if (pooled == null) {
        counts.countWithoutBuffer();
      } else {
        emit(pooled, (InetSocketAddress) sender, length, isTruncated);
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
      } catch (IOException | OutOfMemoryError failed) { // for example of ICMP: a connected peer is unreachable
        counts.countError();
        if (++errorsInARow >= ERRORS_IN_A_ROW) {
          throw failed;
        }
        Log.debug("Reading a datagram failed", failed);
      }
    }
  }

  private void emit(PooledBuffer pooled, InetSocketAddress sender, int length, boolean isTruncated) {
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
    } catch (Throwable thrown) {
      // The subscriber threw (§2.13), and the sink has called stop. Or memory ran out, and the datagram's fate
      // is unknown: its buffer is left to the garbage collector.
      Log.uncaught(thrown);
    }
  }

  private void takeBack(Datagram datagram) {
    PooledBuffer pooled = datagram.takeBuffer();
    if (pooled != null) {
      pool.putBack(pooled);
    }
  }

  private void close() {
    try {
      reception.socketWillClose();
    } finally {
      try {
        channel.close();
        selector.close(); // only now the system's socket is closed
      } catch (IOException | RuntimeException failed) {
        Log.warning("Closing the socket of " + thread.getName() + " failed", failed);
      } finally {
        lanes.close();
        tasks.end();
        reception.ended();
      }
    }
  }

  /** Returns the way to send through this socket. */
  SendLanes lanes() {
    return lanes;
  }

  /** Adds the counts of this socket to {@code sums}. By any thread. */
  void addTo(Sums sums) {
    counts.addTo(sums);
    sums.givenBack += pool.givenBack();
    sums.buffers += pool.allocated();
    sums.sent += lanes.sent();
    sums.sendsWaiting += lanes.waiting();
    sums.sendsFailed += lanes.failed();
    sums.sendsDropped += lanes.dropped();
  }
}
