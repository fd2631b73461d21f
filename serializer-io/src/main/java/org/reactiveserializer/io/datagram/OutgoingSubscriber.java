package org.reactiveserializer.io.datagram;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.SerialSubscription;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Sends what it gets, from any number of threads. An upstream is asked for as many datagrams as the
 * queue holds, and for more when half of these are finished: so nothing of it is refused.
 *
 * <p>If other threads emit as well, against the rule, what they emit counts as the upstream's, and
 * what does not fit is refused without a request in its place. The upstream still never stalls: a
 * lane that refuses holds as many as it may, and these will be finished, which is reason enough to
 * request.
 */
final class OutgoingSubscriber implements Subscriber<Outgoing> {
  /** In place of an upstream that is not needed any more. */
  private static final Subscription NONE =
      new Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  private final SendLanes lanes;
  private final SendLane lane;
  private final int window;
  private final int batch;

  // Null: none yet. NONE: it ended, or the source is closed. Each transition by compareAndSet or
  // getAndSet.
  private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();

  // How many were sent, failed or dropped since the last request.
  private final AtomicInteger finished = new AtomicInteger();

  OutgoingSubscriber(SendLanes lanes, int window) {
    this.lanes = lanes;
    this.window = window;
    this.batch = Math.max(1, window / 2);
    this.lane = lanes.open(this);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    // Whoever finishes a datagram requests, and the reading thread cancels (§2.7).
    Subscription serial = new SerialSubscription(subscription, OutgoingSubscriber::logged);
    if (upstream.compareAndSet(null, serial)) {
      request(serial, window);
    } else {
      subscription.cancel(); // §2.5, or there is nothing to send through
    }
  }

  @Override
  public void onNext(Outgoing datagram) {
    lane.emit(Objects.requireNonNull(datagram, "item is null (§2.13)"));
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    Log.warning("The upstream of datagrams to be sent failed", error);
    end();
  }

  @Override
  public void onComplete() {
    end();
  }

  private void end() {
    upstream.set(NONE);
    lane.complete();
  }

  /** A datagram that was accepted is sent, failed or dropped. By any thread. */
  void finished() {
    Subscription first = upstream.get();
    if (first != null && finished.incrementAndGet() >= batch) {
      int n = finished.getAndSet(0);
      if (n > 0) {
        request(first, n);
      }
    }
  }

  private void request(Subscription from, int n) {
    if (!lanes.isFinishing()) {
      from.request(n);
    }
  }

  /** The source is closed. By any thread, perhaps twice. */
  void closed() {
    Subscription first = upstream.getAndSet(NONE);
    if (first != null) {
      first.cancel();
    }
  }

  /** The upstream must not throw (§3.15, §3.16), and is called from within a signal of the lane. */
  private static void logged(Throwable thrown) {
    Log.warning("The upstream of datagrams to be sent threw", thrown);
  }
}
