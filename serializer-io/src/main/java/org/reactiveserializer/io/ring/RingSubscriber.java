package org.reactiveserializer.io.ring;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Backoff;
import org.reactiveserializer.io.internal.ring.Faults;
import org.reactiveserializer.io.internal.ring.Threads;
import org.reactiveserializer.io.internal.shared.SerialSubscription;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes a stream into a ring, and requests what the ring has room for.
 *
 * <p>{@link WriterRight} says which thread may use the writer. The thread of this subscriber waits
 * for room, watches the reader, and ends the stream: a terminal may be signalled at any time, and
 * only leaves a note.
 */
final class RingSubscriber<T> implements Subscriber<T>, Runnable, WriterRight.Stream {
  /** How often to look at the reader. */
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RingEnd writer;
  private final RingSink<T> sink;
  private final RingOptions options;
  private final WriterRight<T> right;
  private final Thread thread;
  private final Backoff backoff;
  private final AtomicReference<@Nullable SerialSubscription> upstream = new AtomicReference<>();
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

  private boolean dropped; // whether the hook got the error; of the thread that finishes
  private long probed = System.nanoTime(); // of the thread of this subscriber

  RingSubscriber(RingEnd writer, RingSink<T> sink, RingOptions options) {
    this(writer, sink, options, Threads.DAEMONS);
  }

  RingSubscriber(RingEnd writer, RingSink<T> sink, RingOptions options, Threads threads) {
    this.writer = writer;
    this.sink = sink;
    this.options = options;
    right = new WriterRight<>(sink, this);
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
      writer.enterStream(() -> end(new Ending(null, false, true)), this::stopUpstream, thread);
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
    right.emit(item);
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
  @Override
  public void broken(Throwable cause) {
    end(new Ending(writer.health.diagnose(cause), true, true));
  }

  @Override
  public void request(int n) {
    SerialSubscription subscription = upstream.get();
    if (subscription != null) {
      subscription.request(n);
    }
  }

  @Override
  public boolean isEnding() {
    return ending.get() != null;
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }

  private void stopUpstream() {
    SerialSubscription subscription = upstream.get();
    if (subscription != null) {
      subscription.cancel();
    }
    onComplete();
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

  /** Returns whether the stream has ended. */
  private boolean look() {
    Ending end = ending.get();
    boolean mine = right.take(end != null);
    if (mine) {
      end = ending.get(); // the thread that gave up the writer may have noted it just before
      if (end != null && (right.writeRest() || end.atOnce())) {
        Faults.report(); // that of the last item
        finish();
        return true;
      }
      if (end == null && right.expect()) {
        backoff.reset();
      }
    }
    boolean waiting = !mine && right.helpWaiting();
    probe();
    if (mine || waiting || end != null) {
      backoff.pause();
    } else {
      LockSupport.parkNanos(this, PROBE_NANOS);
      Thread.interrupted(); // or else no later park would wait
    }
    return false;
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
      Faults.report(); // or else the end could be what was read of a page that is gone
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
