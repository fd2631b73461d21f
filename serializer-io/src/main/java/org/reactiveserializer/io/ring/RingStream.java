package org.reactiveserializer.io.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Backoff;
import org.reactiveserializer.io.internal.ring.Threads;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscription to a reader, and the thread that polls it. That thread alone uses the reader,
 * and gives all signals except {@code onSubscribe}, which is given before it starts; so they are
 * serial (§1.3).
 */
final class RingStream<T> implements Subscription, Runnable {
  /** How often to find out whether the writer is dead or hangs, which needs calls of the system. */
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Without demand, how often to look whether the stream has ended: that needs no demand. */
  private static final long NO_DEMAND_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** How many items are delivered between two looks at the demand. */
  private static final int RUN = 256;

  private final RingEnd reader;
  private final RingSource<T> source;
  private final RingOptions options;
  private final Subscriber<? super T> subscriber;
  private final Thread thread;
  private final Backoff backoff;
  private final AtomicLong requested = new AtomicLong();
  private volatile @Nullable Throwable badRequest;
  private volatile boolean cancelled;
  private volatile boolean closing;
  private volatile boolean parked;
  private long probed = System.nanoTime() - PROBE_NANOS;

  RingStream(
      RingEnd reader, RingSource<T> source, RingOptions options, Subscriber<? super T> subscriber) {
    this.reader = reader;
    this.source = source;
    this.options = options;
    this.subscriber = subscriber;
    backoff = new Backoff(options.values.idle);
    thread = Threads.daemon(this, "stream of the " + reader);
  }

  /** Occupies the reader. */
  void enter() {
    reader.enterStream(this::close, thread);
  }

  void start() {
    try {
      subscriber.onSubscribe(this);
    } catch (Throwable thrown) {
      leave();
      options.drop(thrown);
      return;
    }
    try {
      thread.start();
    } catch (Throwable failed) { // there is no other thread that could signal it
      fail(failed);
      leave();
    }
  }

  @Override
  public void run() {
    try {
      poll();
      source.flush();
    } catch (Throwable broken) {
      fail(reader.health.diagnose(broken));
    } finally {
      leave();
    }
  }

  private void leave() {
    try {
      reader.leaveStream(null);
    } catch (Throwable thrown) {
      options.drop(thrown);
    }
  }

  private void poll() {
    long delivered = 0;
    while (!cancelled) {
      Throwable bad = badRequest;
      if (bad != null) {
        fail(bad);
        return;
      }
      if (closing) {
        fail(new IllegalStateException("the " + reader + " was closed"));
        return;
      }
      long demand = requested.get() - delivered;
      int now = deliver((int) Math.min(demand, RUN));
      delivered += now;
      if (now > 0) {
        backoff.reset();
      } else {
        source.flush();
        if (hasEnded()) {
          return;
        }
        pause(demand > 0, delivered);
      }
    }
  }

  /** Delivers items, as many as there are up to {@code most}, and returns how many. */
  private int deliver(int most) {
    int n = 0;
    while (n < most && !cancelled && !closing && badRequest == null) {
      T item = source.next();
      if (item == null) {
        break;
      }
      deliver(item);
      n++;
    }
    return n;
  }

  /** What the subscriber throws ends the stream; but the item reached it, and is released. */
  private void deliver(T item) {
    try {
      subscriber.onNext(item);
    } catch (Throwable thrown) {
      if (MemoryFaults.isOne(thrown)) {
        throw thrown; // it read a view of this ring
      }
      cancelled = true;
      options.drop(thrown);
    }
    source.delivered();
  }

  /**
   * Signals the end if the writer has ended and nothing is left to read. In this order: what the
   * writer published before its end is seen after the end is seen. What is left is delivered also
   * if the file has lost its name.
   */
  private boolean hasEnded() {
    long now = System.nanoTime();
    boolean probing = now - probed >= PROBE_NANOS;
    if (probing) {
      probed = now;
    }
    Peer end = reader.attachment.newEnd(probing);
    if (!source.isEmpty()) {
      return false;
    }
    if (probing) {
      reader.attachment.checkName();
    }
    if (end == null || !options.endsFor(end)) {
      return false;
    }
    MemoryFaults.report();
    boolean signalled = end == Peer.CLOSED ? signal(subscriber::onComplete) : signalLoss(end);
    if (signalled && end != Peer.HUNG) {
      reader.attachment.noteEnd(); // or else it is left to another stream
    }
    return true;
  }

  private boolean signalLoss(Peer end) {
    String message = "the writer of %s is lost: %s. All that it published was delivered";
    RingException lost = new PeerLostException(message.formatted(reader.file(), end), end);
    return signal(() -> subscriber.onError(lost));
  }

  private void pause(boolean demand, long delivered) {
    if (demand) {
      backoff.pause();
      return;
    }
    // The one side writes parked and reads the demand, the other adds to the demand and reads
    // parked.
    parked = true;
    if (delivered == requested.get() && !cancelled && !closing) {
      LockSupport.parkNanos(this, NO_DEMAND_NANOS);
    }
    parked = false;
    Thread.interrupted(); // or else no later park would wait
  }

  private void fail(Throwable error) {
    MemoryFaults.forget(); // the subscriber gets this error, and not that one instead
    if (!signal(() -> subscriber.onError(error))) {
      options.drop(error);
    }
  }

  /**
   * Signals a terminal, unless the subscription is cancelled; returns whether the subscriber got
   * it.
   */
  private boolean signal(Runnable terminal) {
    if (cancelled) {
      return false;
    }
    cancelled = true;
    try {
      terminal.run();
    } catch (Throwable thrown) {
      options.drop(thrown);
    }
    return true;
  }

  /** Called when somebody closes the reader. */
  private void close() {
    closing = true;
    wake();
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      badRequest =
          new IllegalArgumentException("requested " + n + " items, must be positive (§3.9)");
    } else {
      requested.getAndUpdate(before -> before + n < 0 ? Long.MAX_VALUE : before + n);
    }
    wake();
  }

  @Override
  public void cancel() {
    cancelled = true;
    wake();
  }

  private void wake() {
    if (parked) {
      LockSupport.unpark(thread);
    }
  }
}
