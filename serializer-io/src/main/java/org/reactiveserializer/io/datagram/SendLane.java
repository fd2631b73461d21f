package org.reactiveserializer.io.datagram;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A way for any number of threads to send through one socket, without waiting for it: a bounded
 * sink, and this object as its subscriber, which sends. While the socket's send buffer is full, one
 * datagram is <i>stuck</i> here and the others wait in the sink, until the reading thread finds the
 * socket writable. A thread that has sent some datagrams of others leaves the rest to a task of the
 * reading thread. When that has ended, everything that waits is dropped, so nothing is left.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>This object has requested one item at most. So while a datagram is stuck, or is being sent,
 *       the sink signals no other, and signals overlap with {@link #resume} in no place but {@link
 *       #onComplete}.
 *   <li>{@code stuck} is set by the thread that delivers, which then enters the lane into the list
 *       of stuck lanes. The thread that clears it, by {@code getAndSet}, decides what happens to
 *       the datagram: the reading thread tries again, or the thread that closes the lane drops it.
 *   <li>{@code unfinished} counts the datagrams that were accepted and are not yet sent, failed or
 *       dropped. A thread that finds it at zero has nothing in the lane, so it may send past it:
 *       the datagrams of one thread are sent in order.
 * </ol>
 */
final class SendLane implements Subscriber<Outgoing> {
  /** How many datagrams of others a thread sends before it leaves the rest to a task. */
  private static final int MOST_OF_OTHERS = 64;

  private final SendLanes lanes;
  private final @Nullable OutgoingSubscriber owner;
  private final SerialSink<Outgoing> sink;
  private final AtomicLong unfinished = new AtomicLong();
  private final AtomicReference<@Nullable Outgoing> stuck = new AtomicReference<>();
  private volatile boolean completed;

  private @Nullable Subscription subscription; // set before the first item (§1.9)

  /** Creates a lane; the {@code owner}, if there is one, learns what is finished. */
  SendLane(SendLanes lanes, int capacity, @Nullable OutgoingSubscriber owner) {
    this.lanes = lanes;
    this.owner = owner;
    this.sink =
        Serializer.<Outgoing>withDefaults()
            .bounded(capacity, Overflow.DROP_NEWEST)
            .drainLimit(MOST_OF_OTHERS, lanes.tasks())
            .onDiscard(discarded -> dropped())
            .onErrorDropped(SendLane::logged)
            .sink();
    sink.subscribe(this);
  }

  private static void logged(Throwable dropped) {
    if (!(dropped instanceof ReaderTasks.Ended)) {
      Log.warning("Dropped an error of a sink for datagrams to be sent", dropped);
    }
  }

  // By any thread.

  /**
   * Sends at once if nothing of the calling thread waits, and otherwise as {@link #emit}, with a
   * copy.
   */
  SendResult send(InetSocketAddress address, ByteBuffer payload) {
    if (unfinished.compareAndSet(0, 1)) {
      SendResult result;
      try {
        result = lanes.transmit(address, payload);
      } finally {
        unfinished.decrementAndGet();
      }
      if (result != null) {
        return result;
      }
    }
    ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
    SendResult result = emit(new Outgoing(address, copy));
    if (result.isAccepted()) {
      payload.position(payload.limit());
    }
    return result;
  }

  /** Lets a datagram wait for its turn, which may come during the call. */
  SendResult emit(Outgoing datagram) {
    unfinished.incrementAndGet();
    EmitOutcome result;
    try {
      result = sink.tryEmit(datagram);
    } catch (Throwable noMemory) { // nobody knows what became of the datagram: it counts as dropped
      dropped();
      leaveIfCompleted();
      throw noMemory;
    }
    if (result.isAccepted()) {
      return SendResult.QUEUED;
    }
    unfinished.decrementAndGet();
    lanes.countDropped();
    leaveIfCompleted();
    return result == EmitOutcome.OVERFLOW ? SendResult.OVERFLOW : SendResult.CLOSED;
  }

  /** Accepts nothing more. The lane is forgotten when everything that was accepted is sent. */
  void complete() {
    sink.tryComplete();
  }

  /** Drops the datagrams that wait, and accepts nothing more. */
  void close() {
    if (owner != null) {
      owner.closed(); // first, so that what is dropped is no reason to request more
    }
    if (stuck.getAndSet(null) != null) {
      dropped();
    }
    if (subscription != null) {
      subscription.cancel(); // discards what waits in the sink
    }
  }

  /** Returns how many datagrams were accepted and are not sent, failed or dropped. */
  long unfinished() {
    return unfinished.get();
  }

  private void dropped() {
    lanes.countDropped();
    finished();
  }

  private void finished() {
    unfinished.decrementAndGet();
    if (owner != null) {
      owner.finished();
    }
  }

  // By the thread that delivers.

  @Override
  public void onSubscribe(Subscription first) {
    subscription = first;
    first.request(1);
  }

  @Override
  public void onNext(Outgoing datagram) {
    trySend(datagram);
  }

  private void trySend(Outgoing datagram) {
    boolean waits = false;
    try {
      if (lanes.transmit(datagram.address(), datagram.payload()) == null) {
        waits = true;
        stuck.set(datagram);
        lanes.stuck(this);
        return;
      }
    } catch (OutOfMemoryError noHeap) { // one datagram is lost; thrown, it would end the lane
      if (waits && stuck.getAndSet(null) == null) {
        return; // the lane is closed
      }
      lanes.countDropped();
    }
    finished();
    if (subscription != null) {
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable error) {
    // §3.9 only, which this object does not break.
  }

  @Override
  public void onComplete() {
    completed = true;
    leaveIfCompleted();
  }

  /** By each thread that changed one of the two, after that. */
  private void leaveIfCompleted() {
    if (completed && unfinished.get() == 0) {
      lanes.remove(this);
    }
  }

  // By the reading thread, for a lane that it took from the list of stuck ones.

  /** Tries again to send what is stuck, and then what waits. */
  void resume() {
    Outgoing datagram = stuck.getAndSet(null);
    if (datagram != null) {
      trySend(datagram);
      leaveIfCompleted();
    }
  }
}
