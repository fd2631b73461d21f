package org.reactiveserializer.io.ring;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Backoff;
import org.reactiveserializer.io.internal.ring.SerialSubscription;
import org.reactiveserializer.io.internal.ring.Threads;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes a stream into a ring, and requests what the ring has room for.
 *
 * <p><b>Who may use the writer.</b> The state says it:
 *
 * <ul>
 *   <li>{@code WATCHING}: the thread of this subscriber. Nothing is requested, so nothing is
 *       emitted. The thread waits for room.
 *   <li>{@code EXPECTING}: nobody. Items are requested. The thread only watches the reader.
 *   <li>{@code WRITING}: the thread that called {@code onNext}.
 *   <li>{@code FLUSHING}: the thread of this subscriber, or one that returns from a request. Items
 *       are requested. It writes items that wait, because one was larger than the room that was made
 *       for it, and publishes what is written. An item that is emitted meanwhile waits behind them.
 * </ul>
 *
 * <p>Each change is by compare-and-set, or by the thread that may use the writer; so no two threads
 * use it at the same time, and each sees what the one before has done. A terminal may be signalled
 * in any state, and only leaves a note: the thread of this subscriber takes the writer, and ends.
 *
 * <p><b>Every wait ends.</b> A thread that emits while the other one is flushing lets its item
 * wait, notes that there is one less to expect, and then tries to take the writer. The other thread
 * first gives up the writer, and then looks at what waits and at what is expected; if it is not the
 * thread of this subscriber, it wakes that one. All these accesses are volatile. So if the first
 * thread does not get the writer, the second one sees what the first has done.
 */
final class RingSubscriber<T> implements Subscriber<T>, Runnable {
  private static final int WATCHING = 0;
  private static final int EXPECTING = 1;
  private static final int WRITING = 2;
  private static final int FLUSHING = 3;

  /** How often to look at the reader. */
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RingEnd writer;
  private final RingSink<T> sink;
  private final RingOptions options;
  private final Thread thread;
  private final Backoff backoff;
  private final AtomicReference<@Nullable SerialSubscription> upstream = new AtomicReference<>();
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
  private final AtomicInteger state = new AtomicInteger(WATCHING);

  /**
   * Requested and not emitted. Written by the thread that emits; while none may, by the other one.
   */
  private final AtomicInteger outstanding = new AtomicInteger();

  private int granted; // outstanding after the last request; written as that

  private boolean dropped; // whether the hook got the error; of the thread that finishes
  private long probed = System.nanoTime(); // of the thread of this subscriber

  RingSubscriber(RingEnd writer, RingSink<T> sink, RingOptions options) {
    this(writer, sink, options, Threads.DAEMONS);
  }

  RingSubscriber(RingEnd writer, RingSink<T> sink, RingOptions options, Threads threads) {
    this.writer = writer;
    this.sink = sink;
    this.options = options;
    backoff = new Backoff(options.idle());
    thread = threads.unstarted(this, "stream into the " + writer);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    if (!upstream.compareAndSet(null, new SerialSubscription(subscription, this::broken))) {
      subscription.cancel(); // §2.5
      return;
    }
    try {
      writer.enterStream(() -> end(new Ending(null, false, true)), thread);
    } catch (IllegalStateException inUse) {
      subscription.cancel();
      options.drop(inUse);
      return;
    }
    try {
      writer.attachment.noteEarlierEnd();
    } catch (Throwable broken) {
      broken(broken);
    }
    try {
      thread.start();
    } catch (Throwable failed) { // there is no other thread that could end the stream
      broken(failed);
      finish();
    }
  }

  @Override
  public void onNext(T item) {
    Objects.requireNonNull(item, "item is null (§2.13)");
    int seen = state.compareAndExchange(EXPECTING, WRITING);
    if (seen == EXPECTING) {
      write(item, outstanding.get() - 1);
    } else if (seen == FLUSHING) {
      letWait(item, outstanding.get() - 1);
    } else if (ending.get() == null) { // or else it may have been emitted before the cancellation (§2.8)
      broken(withoutDemand());
    }
  }

  private static IllegalStateException withoutDemand() {
    return new IllegalStateException(
        "an item was emitted without demand (§1.1), or while another one was (§1.3)");
  }

  private void letWait(T item, int left) {
    try {
      if (left < 0) {
        throw withoutDemand();
      }
      sink.letWait(item);
    } catch (Throwable broken) {
      broken(broken);
      return;
    }
    outstanding.set(left);
    if (state.compareAndSet(EXPECTING, WRITING)) {
      write(null, outstanding.get()); // the other thread may have requested more
    }
  }

  /** With the writer: writes an item, or if there is none what waits, and requests more. */
  private void write(@Nullable T item, int left) {
    int more = 0;
    boolean all;
    try {
      if (left < 0) {
        throw withoutDemand();
      }
      all = item == null ? sink.flush() : sink.write(item);
      if (all && left <= granted >> 2 && ending.get() == null) { // or else it would never end
        more = Math.max(0, sink.room() - left);
      }
      if (!all || left + more == 0 || !sink.isBatchOpen() || !isRequesting()) {
        sink.publish();
      }
    } catch (Throwable broken) {
      broken(broken);
      state.set(WATCHING);
      return;
    }
    if (more > 0) {
      granted = left + more;
    }
    // Another thread may use the writer from the change of the state on. Release is enough: nobody
    // waits for this change, unless it is woken here. And the next item is emitted after this one.
    outstanding.setRelease(left + more);
    state.setRelease(left + more == 0 ? WATCHING : EXPECTING);
    if (more > 0) {
      request(more);
    } else if (!all || left == 0) {
      LockSupport.unpark(thread);
    }
  }

  /** Returns whether this thread is within a request: then {@link #request} publishes what is left. */
  private boolean isRequesting() {
    SerialSubscription subscription = upstream.get();
    return subscription != null && subscription.isCalling();
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    end(new Ending(error, true, false));
  }

  @Override
  public void onComplete() {
    end(new Ending(null, false, false));
  }

  /** Also what the upstream throws, from a method that must not throw (§3.15, §3.16). */
  private void broken(Throwable cause) {
    end(new Ending(writer.diagnose(cause), true, true));
  }

  /** Leaves a note. */
  private void end(Ending next) {
    Ending before = ending.getAndUpdate(noted -> noted == null ? next : noted.and(next));
    LockSupport.unpark(thread);
    Throwable error = next.error();
    if (error != null && before != null && before.error() != null && !before.atOnce()) {
      options.drop(error); // the one before it is kept
    }
  }

  /** Waits for room, watches the reader, and ends the stream: nothing else ends this. */
  @Override
  public void run() {
    boolean ended = false;
    while (!ended) {
      try {
        ended = look();
      } catch (Throwable broken) { // a fault of the ring's memory may be reported anywhere
        broken(broken);
      }
    }
  }

  /** Returns whether the stream has ended. */
  private boolean look() {
    Ending end = ending.get();
    boolean mine = take(end != null);
    if (mine) {
      end = ending.get(); // the thread that gave up the writer may have noted it just before
      if (proceed(end)) {
        return true;
      }
    }
    boolean waiting = !mine && sink.hasWaiting();
    if (waiting && state.compareAndSet(EXPECTING, FLUSHING)) {
      flush();
    }
    probe();
    if (mine || waiting || end != null) {
      backoff.pause();
    } else {
      LockSupport.parkNanos(this, PROBE_NANOS);
      Thread.interrupted(); // or else no later park would wait
    }
    return false;
  }

  /**
   * Takes the writer, if nothing is expected, or the stream must end. Between the look at what is
   * expected and the change of the state, another thread may write and request: so this looks again.
   */
  private boolean take(boolean ending) {
    if (state.get() == WATCHING) {
      return true;
    }
    if (ending) {
      return state.compareAndSet(EXPECTING, WATCHING);
    }
    if (outstanding.get() > 0 || !state.compareAndSet(EXPECTING, FLUSHING)) {
      return false;
    }
    if (outstanding.get() == 0) {
      state.set(WATCHING);
      return true;
    }
    flush();
    return false;
  }

  /**
   * With the writer: ends the stream, if it must end, or requests, if there is room. Returns
   * whether it ended.
   */
  private boolean proceed(@Nullable Ending end) {
    boolean all;
    int room;
    try {
      all = (end != null && end.atOnce()) || sink.flush();
      sink.publish();
      room = all && end == null ? sink.room() : 0;
    } catch (Throwable broken) {
      broken(broken);
      return false; // the next look ends the stream
    }
    if (end != null) {
      if (all) {
        finish();
      }
      return all;
    }
    if (room > 0) {
      granted = room;
      outstanding.set(room);
      backoff.reset();
      state.set(EXPECTING);
      request(room);
    }
    return false;
  }

  /** With the writer, while items are expected. */
  private void flush() {
    try {
      sink.flush();
      sink.publish();
    } catch (Throwable broken) {
      broken(broken);
    }
    state.set(EXPECTING);
  }

  /** Requests, and publishes what was emitted within that, unless this is within a request itself. */
  private void request(long n) {
    SerialSubscription subscription = upstream.get();
    if (subscription == null) {
      return;
    }
    subscription.request(n);
    if (sink.publishesInBatches()
        && !subscription.isCalling()
        && state.compareAndSet(EXPECTING, FLUSHING)) {
      flush();
      if (sink.hasWaiting() || outstanding.get() == 0) {
        LockSupport.unpark(thread); // of an item that was emitted meanwhile
      }
    }
  }

  private void probe() {
    long now = System.nanoTime();
    if (now - probed < PROBE_NANOS) {
      return;
    }
    probed = now;
    try {
      Peer end = writer.attachment.newEnd(true);
      writer.attachment.checkName();
      if (end != null && options.endsFor(end)) {
        String message =
            "the reader of %s is lost: %s. The upstream is cancelled".formatted(writer.file(), end);
        end(new Ending(new PeerLostException(message, end), end != Peer.CLOSED, true));
      }
    } catch (RuntimeException | Error broken) {
      broken(broken);
    }
  }

  /**
   * With the writer, when there is an ending. Another one may have been noted since it was seen.
   */
  private void finish() {
    Ending end = Objects.requireNonNull(ending.get());
    SerialSubscription subscription = upstream.get();
    if (end.atOnce() && subscription != null) {
      subscription.cancel();
    }
    Throwable error = end.error();
    int missing = sink.waiting() + sink.lost();
    boolean lossy = missing > 0;
    if (lossy) {
      String loss = missing + " accepted items were not written";
      if (error == null) {
        error = new IllegalStateException(loss);
      } else {
        error.addSuppressed(new IllegalStateException(loss));
      }
    }
    if (error != null && !dropped) {
      dropped = true;
      options.drop(error); // before the writer is closed: somebody may wait for that
    }
    try {
      if (end.failing() || lossy) {
        writer.fail();
      } else {
        writer.close();
      }
      writer.leaveStream(error);
    } catch (Throwable thrown) {
      options.drop(thrown);
    }
  }
}
