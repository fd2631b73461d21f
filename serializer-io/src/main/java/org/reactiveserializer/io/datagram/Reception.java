package org.reactiveserializer.io.datagram;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.io.internal.datagram.KernelDrops;

/**
 * The stream that all sockets of a source feed, and its end.
 *
 * <p><b>Who delivers.</b> A thread that delivers would go on for as long as others emit. A reading
 * thread would not read meanwhile, and a thread that requests would not return. So after some
 * datagrams of others a thread leaves the delivery to a task: its own, if it is a reading thread,
 * which then reads some datagrams first; otherwise one of a reading thread. When all these have
 * ended, nobody emits any more, and the thread delivers the rest. If the settings have an executor,
 * only its tasks deliver.
 *
 * <p><b>The end</b>
 *
 * <ol>
 *   <li>Any thread may {@link #stopReading} before: then nothing new is read, but replies are sent.
 *   <li>Any thread may {@link #stop}: to close the source, because the subscriber cancelled or
 *       threw, or because a socket failed. This sets {@code stopping} and wakes the reading
 *       threads. Nothing else happens in that thread, so it may be any.
 *   <li>Each reading thread then emits what the kernel still holds, closes its socket, and reports
 *       that it {@linkplain #ended has ended}. It is the only thread that closes its socket.
 *   <li>The last of them ends the stream: after every datagram was emitted, and once.
 * </ol>
 */
final class Reception {
  /** How many datagrams of others a thread delivers before it leaves the delivery to a task. */
  private static final int MOST_OF_OTHERS = 256;

  final Counts counts = new Counts();
  private final SerialSink<Datagram> sink;
  private final KernelDrops kernelDrops;

  private final AtomicInteger reading;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** A rejected task is logged once, and not at all if it is one of our own. */
  private final AtomicBoolean rejected;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean deaf; // nothing new is read
  private volatile boolean stopping;
  private volatile List<SocketReader> readers = List.of();

  Reception(DatagramSettings settings, KernelDrops kernelDrops, int sockets) {
    this.kernelDrops = kernelDrops;
    this.reading = new AtomicInteger(sockets);
    Serializer<Datagram> serializer =
        Serializer.<Datagram>withDefaults()
            .bounded(settings.values.capacity, settings.values.overflow)
            .onDiscard(this::discard)
            .onErrorDropped(this::drop);
    Executor executor = settings.values.executor;
    this.rejected = new AtomicBoolean(executor == null);
    this.sink =
        executor == null
            ? serializer.drainLimit(MOST_OF_OTHERS, this::continueDelivery).sink()
            : serializer.deliverOn(executor).sink();
    // Both may be called for one cancellation; the second also after a violation of §3.9.
    sink.onCancel(this::stop).onTermination(this::stop);
  }

  /** Begins to read. */
  void start(List<SocketReader> all) {
    readers = all;
    int started = 0;
    try {
      for (; started < all.size(); started++) {
        all.get(started).start();
      }
    } catch (Throwable noThread) {
      stop();
      for (SocketReader reader : all.subList(started, all.size())) {
        reader.run(); // which only closes the socket now
      }
      throw noThread;
    }
  }

  /** Returns the stream, which any reading thread may feed. */
  SerialSink<Datagram> sink() {
    return sink;
  }

  /** Releases a datagram that was accepted and will not be delivered. By any thread. */
  private void discard(Datagram datagram) {
    (sink.isTerminated() ? counts.discarded : counts.droppedByBound).increment();
    datagram.release();
  }

  private void drop(Throwable dropped) {
    if (!(dropped instanceof RejectedExecutionException) || !rejected.getAndSet(true)) {
      Log.warning("Dropped an error that cannot be signalled", dropped);
    }
  }

  private void continueDelivery(Runnable task) {
    for (SocketReader reader : readers) {
      if (reader.isCurrentThread() && reader.tryExecute(task)) {
        return;
      }
    }
    for (SocketReader reader : readers) {
      if (reader.tryExecute(task)) {
        return;
      }
    }
    throw new RejectedExecutionException("the reading threads have ended");
  }

  // The end.

  boolean isStopping() {
    return stopping;
  }

  boolean isDeaf() {
    return deaf;
  }

  void stop() {
    stopping = true;
    stopReading();
  }

  /** Lets the reading threads read what has arrived, and then only send, until the stop. */
  void stopReading() {
    deaf = true;
    for (SocketReader reader : readers) {
      reader.wake();
    }
  }

  /** A socket failed, which ends the stream; unless it is ending anyway. */
  void fail(Throwable cause) {
    if (!stopping) {
      failure.compareAndSet(null, cause);
    }
    stop();
  }

  /** Reads the kernel's count of drops while the socket is still open. */
  void socketWillClose() {
    kernelDrops.total();
  }

  /** A socket is closed. By its reading thread, as the last thing it does. */
  void ended() {
    if (reading.decrementAndGet() == 0) {
      closed.countDown();
      try {
        endStream();
      } catch (Throwable ofSubscriber) { // §2.13
        Dropped.uncaught(ofSubscriber);
      }
    }
  }

  private void endStream() {
    Throwable error = failure.get();
    if (error == null) {
      sink.tryComplete();
    } else if (sink.tryFail(error) == EmitOutcome.CANCELLED) {
      Log.warning("A socket failed when the subscriber had cancelled", error);
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Returns the latch that opens when all sockets are closed. */
  CountDownLatch closed() {
    return closed;
  }

  long droppedByKernel() {
    return kernelDrops.total();
  }
}
