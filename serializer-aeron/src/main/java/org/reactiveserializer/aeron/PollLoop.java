package org.reactiveserializer.aeron;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.internal.shared.RunPause;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The thread of an {@link AeronPublisher}: polls as many fragments as items are requested, and makes
 * the signals.
 *
 * <p>{@code requested} is written by threads that request, the number delivered by this thread only. Their
 * difference is the demand. A fragment completes one message at most, so a poll with a limit of the
 * demand delivers no more than that.
 *
 * <p><b>Every rest ends.</b> Whoever requests, cancels or closes writes first and unparks this thread then;
 * so does Aeron, when an image has gone or the client was closed. This thread looks at all of that before
 * each rest, and a permit that comes between the look and the rest ends the rest.
 */
class PollLoop<T> // tests stop another one
    implements Runnable, Subscription {
  private final Owner owner;
  private final io.aeron.Subscription subscription;
  private final AeronPublisherSettings<T> settings;
  private final Deliveries<T> deliveries;
  private final Assembly assembly;
  private final Thread thread;

  final AtomicLong requested = new AtomicLong();
  private final Queue<Integer> sessionsGone = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
  private volatile boolean closing;
  private volatile boolean isReleased;
  private @Nullable Subscriber<? super T> subscriber;

  PollLoop(Owner owner, io.aeron.Subscription subscription, AeronPublisherSettings<T> settings) {
    this.owner = owner;
    this.subscription = subscription;
    this.settings = settings;
    deliveries = new Deliveries<>(settings);
    assembly = new Assembly(deliveries);
    thread =
        new Thread(this, "stream from " + subscription.channel() + " " + subscription.streamId());
    thread.setDaemon(true);
  }

  /** The stream that is polled. By the loop's own thread. */
  interface Owner {
    /** Returns whether there were publications, and nothing will come of them. */
    boolean isLastGone();

    /** Aeron has closed the subscription: returns why, as far as that is known. */
    @Nullable Throwable whyClosed();

    /** The subscription is closed, and the terminal is signalled. */
    void hasEnded();
  }

  void start(Subscriber<? super T> given) {
    subscriber = given;
    deliveries.begin(given);
    try {
      given.onSubscribe(this);
    } catch (Throwable ofSubscriber) { // §2.13
      settings.drop(ofSubscriber);
      deliveries.cancel();
    }
    try {
      thread.start();
    } catch (Throwable noThread) { // there is no other one that could end the stream
      end(noThread);
    }
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      fail(new IllegalArgumentException("request must be positive (§3.9), was " + n));
    } else {
      add(n);
      wake();
    }
  }

  /** Ends the stream with an error. By any thread. */
  void fail(Throwable reason) {
    broken.compareAndSet(null, reason);
    wake();
  }

  final void add(long n) {
    requested.accumulateAndGet(
        n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
  }

  /** By a thread of Aeron. */
  final void imageWent(int session) {
    sessionsGone.add(session);
    wake();
  }

  final void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void cancel() {
    deliveries.cancel();
    wake();
  }

  Thread thread() {
    return thread;
  }

  boolean isClosing() {
    return closing;
  }

  /** Returns whether this reads no memory of Aeron any more; the subscriber may still be told of the end. */
  boolean isReleased() {
    return isReleased;
  }

  void close() {
    closing = true;
    wake();
  }

  Deliveries<T> deliveries() {
    return deliveries;
  }

  /** Returns the demand. */
  long requested() {
    long all = requested.get();
    return all == Long.MAX_VALUE ? all : all - deliveries.delivered();
  }

  @Override
  public void run() {
    Throwable error = null;
    try {
      poll();
    } catch (Throwable thrown) {
      error = thrown;
    }
    end(error == null ? deliveries.failure() : error);
  }

  private void poll() {
    IdleStrategy idle = settings.idle().strategy();
    long run = 0;
    while (!hasToEnd()) {
      long demand = requested();
      int most = (int) Math.min(demand, settings.fragments());
      int fragments = most == 0 ? 0 : subscription.controlledPoll(assembly, most);
      Thread.interrupted(); // of a subscriber: or else no later pause would wait
      forgetSessions();
      if (fragments == 0 && isOver()) { // also without demand
        MemoryFaults.report(); // or else the end could be what was read of a page that is gone
        return;
      }
      run += fragments;
      if (fragments < most) { // there are no more; or a term ends here
        RunPause.after(run);
        run = 0;
      }
      if (most == 0) {
        run = 0;
        rest();
      } else {
        idle.idle(fragments);
      }
    }
  }

  /** Frees what was assembled of sessions that have gone, and are not there again. */
  private void forgetSessions() {
    for (Integer session = sessionsGone.poll(); session != null; session = sessionsGone.poll()) {
      if (subscription.imageBySessionId(session) == null) {
        assembly.forget(session);
      }
    }
  }

  void rest() {
    LockSupport.park(this);
    Thread.interrupted(); // or else no later park would wait
  }

  private boolean hasToEnd() {
    return closing || deliveries.isOver() || broken.get() != null;
  }

  /** Nothing was polled: returns whether nothing will be. */
  private boolean isOver() {
    if (subscription.isClosed()) {
      deliveries.fail(
          new IllegalStateException(
              "Aeron has closed the subscription " + subscription, owner.whyClosed()));
    }
    return deliveries.failure() != null || (settings.completes() && owner.isLastGone());
  }

  private void end(@Nullable Throwable error) {
    MemoryFaults.forget(); // or else it could come in the middle of what follows
    try {
      subscription.close();
    } catch (Throwable ofAeron) {
      settings.drop(ofAeron);
    }
    isReleased = true;
    try {
      signalEnd(error != null && MemoryFaults.isOne(error) ? notRead(error) : error);
      deliveries.end();
      subscriber = null; // §3.13
    } finally {
      owner.hasEnded();
    }
  }

  private IllegalStateException notRead(Throwable fault) {
    return new IllegalStateException(
        ("a page of the memory of the stream from %s %d could not be read: the file system of the driver's"
                + " directory is full, the device failed, or a file was truncated")
            .formatted(subscription.channel(), subscription.streamId()),
        fault);
  }

  private void signalEnd(@Nullable Throwable error) {
    Throwable reason = error == null ? broken.get() : error;
    if (deliveries.isCancelled()) {
      if (error != null) {
        settings.drop(error);
      }
      return;
    }
    Subscriber<? super T> downstream = Objects.requireNonNull(subscriber);
    try {
      if (reason != null) {
        downstream.onError(reason);
      } else {
        downstream.onComplete();
      }
    } catch (Throwable ofSubscriber) { // §2.13
      settings.drop(ofSubscriber);
    }
  }
}
