package org.reactiveserializer.io.ring;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Backoff;
import org.reactiveserializer.io.internal.ring.Threads;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.internal.shared.SerialSubscription;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes a stream into a ring, and requests what the ring has room for.
 *
 * <p><b>Who may use the writer.</b> Whoever has set {@code writing}: the thread that emits, for its
 * item, or the stream's thread, which writes what waits, requests when nothing is expected, and ends
 * the stream. A terminal may be signalled at any time, and only leaves a note.
 *
 * <p><b>Every wait ends.</b> An item that is emitted while the stream's thread uses the writer waits
 * behind the others. Whoever leaves an item to wait, or emits the last one that is expected, wakes
 * the stream's thread afterwards. While something waits, that thread looks again after a pause.
 *
 * <p><b>Nothing is requested twice.</b> {@code outstanding} is what was requested and not emitted.
 * While it is positive, only the thread that emits changes it, after the item is written or waits;
 * while it is zero, only the stream's thread does, with the writer.
 */
final class RingSubscriber<T> implements Subscriber<T>, Runnable {
  /** How often to look at the reader. */
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RingEnd writer;
  private final RingSink<T> sink;
  private final RingOptions options;
  private final Thread thread;
  private final Backoff backoff;
  private final AtomicBoolean writing = new AtomicBoolean();
  private final AtomicInteger outstanding = new AtomicInteger();
  private final AtomicReference<@Nullable SerialSubscription> upstream = new AtomicReference<>();
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
  private int granted; // outstanding after the last request; written as that
  private long probed = System.nanoTime(); // of the thread of this subscriber

  RingSubscriber(RingEnd writer, RingSink<T> sink, RingOptions options) {
    this.writer = writer;
    this.sink = sink;
    this.options = options;
    backoff = new Backoff(options.values.idle);
    thread = Threads.daemon(this, "stream into the " + writer);
  }

  /**
   * Why and how the stream ends.
   *
   * @param error for {@link RingOptions#onErrorDropped}
   * @param failing whether the reader sees a failure
   * @param atOnce whether the upstream is cancelled, and what waits is not written unless there is
   *     room for it
   */
  private record Ending(@Nullable Throwable error, boolean failing, boolean atOnce) {
    /** Neither an error nor a failure is lost when another ending comes before the end. */
    Ending and(Ending next) {
      return new Ending(
          error == null ? next.error : error, failing || next.failing, atOnce || next.atOnce);
    }
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
    Ending end = ending.get();
    if (end != null && end.atOnce()) {
      return; // it may have been emitted before the cancellation (§2.8)
    }
    int left = outstanding.get() - 1;
    if (left < 0) {
      broken(new IllegalStateException("an item was emitted without demand (§1.1)"));
      return;
    }
    try {
      if (writing.compareAndSet(false, true)) {
        write(item, left);
      } else {
        sink.letWait(item);
        outstanding.set(left);
        wake();
      }
    } catch (Throwable broken) { // a fault of the ring's memory may be reported anywhere
      broken(broken);
    }
  }

  /** With the writer: writes an item, and requests more. */
  private void write(T item, int left) {
    boolean all;
    int more = 0;
    try {
      all = sink.write(item);
      if (all && left <= granted >> 2 && ending.get() == null) { // or else it would never end
        more = Math.max(0, sink.room() - left);
        granted = left + more;
      }
      outstanding.set(left + more);
    } finally {
      writing.set(false);
    }
    if (more > 0) {
      request(more);
    } else if (!all || left == 0) {
      wake();
    }
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
    end(new Ending(writer.health.diagnose(cause), true, true));
  }

  private void request(int n) {
    Objects.requireNonNull(upstream.get()).request(n);
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  /** Leaves a note. */
  private void end(Ending next) {
    Ending before = ending.getAndUpdate(noted -> noted == null ? next : noted.and(next));
    wake();
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

  /** Returns whether the stream has ended; then nobody uses the writer any more. */
  private boolean look() {
    if (writing.compareAndSet(false, true)) {
      boolean ended = false;
      int more = 0;
      try {
        Ending end = ending.get();
        boolean all = writeRest();
        if (end != null && (all || end.atOnce())) {
          MemoryFaults.report(); // that of the last item
          finish();
          ended = true;
          return true;
        }
        if (end == null && all && outstanding.get() == 0) {
          more = sink.room();
          granted = more;
          outstanding.set(more);
        }
      } finally {
        writing.set(ended);
      }
      if (more > 0) {
        backoff.reset();
        request(more);
      }
    }
    probe();
    if (outstanding.get() > 0 && !sink.hasWaiting() && ending.get() == null) {
      LockSupport.parkNanos(this, PROBE_NANOS);
      Thread.interrupted(); // or else no later park would wait
    } else {
      backoff.pause();
    }
    return false;
  }

  /** With the writer: writes what there is room for, and returns whether that is all that waits. */
  private boolean writeRest() {
    try {
      return sink.flush();
    } catch (Throwable broken) {
      broken(broken);
      return false;
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
      MemoryFaults.report(); // or else the end could be what was read of a page that is gone
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
    if (end.atOnce()) {
      Objects.requireNonNull(upstream.get()).cancel();
    }
    Throwable error = end.error();
    int missing = sink.waiting();
    boolean lossy = missing > 0;
    if (lossy) {
      String loss = missing + " accepted items were not written";
      if (error == null) {
        error = new IllegalStateException(loss);
      } else {
        error.addSuppressed(new IllegalStateException(loss));
      }
    }
    if (error != null) {
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
