package org.reactiveserializer.aeron;

import io.aeron.Publication;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The end of the sink behind an {@link AeronSubscriber}: offers each item to Aeron in the thread that
 * emits it. An item that Aeron does not take is left to a thread of its own, which offers it again.
 *
 * <p><b>Who may use the publication.</b> It requests one item at a time: the next when the last is sent.
 * So there is one item here at most, and whoever has it may use the publication: the thread that emits
 * it, or the own one, which gets it through {@code pending}. The sink emits nothing more before that
 * thread has requested. So no two threads use the publication at the same time.
 *
 * <p><b>The end.</b> {@code isEnded} is set by the sink with its terminal, which needs no demand: the item
 * before it may still be offered again. Or it is set by who has the item, and has cancelled the sink. In
 * both cases nobody leaves an item afterwards. So the own thread closes the publication when it has seen
 * {@code isEnded} first and then that nothing is pending.
 *
 * <p><b>Every rest ends.</b> What there is to do is written first, and then the own thread is unparked. It
 * looks at all of it before each rest, and a permit that comes between the look and the rest ends the
 * rest.
 */
class OfferLoop<T> implements Subscriber<T>, Runnable { // tests stop another one
  private final Owner<T> owner;
  private final AeronSubscriberSettings<T> settings;
  private final Outlet<T> outlet;
  private final Thread thread;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong backPressured = new AtomicLong();
  private final AtomicLong notConnected = new AtomicLong();

  private long taken; // of the thread that has the item
  private @Nullable Subscription demand;
  volatile @Nullable T pending;
  private volatile boolean isEnded;
  private volatile boolean isAborted;

  OfferLoop(Owner<T> owner, AeronSubscriberSettings<T> settings, Outlet<T> outlet) {
    this.owner = owner;
    this.settings = settings;
    this.outlet = outlet;
    thread = new Thread(this, "stream to " + outlet);
    thread.setDaemon(true);
  }

  /** What becomes of the items. By the thread that has the item. */
  interface Owner<T> {
    /** An item is sent or given up: so many are by now. */
    void hasTaken(long count);

    /** An item is given up. */
    void discard(T item);

    /** An error does not end the stream. */
    void drop(Throwable error);

    /** The stream ends. */
    void fail(Throwable reason);

    /** The outlet is closed. By the loop's own thread. */
    void hasClosed();
  }

  void start() {
    thread.start();
  }

  @Override
  public void onSubscribe(Subscription given) {
    demand = given;
    given.request(1);
  }

  @Override
  public void onNext(T item) {
    long result;
    try {
      result = offer(item);
    } catch (Throwable notSent) {
      giveUp(item, notSent);
      return;
    }
    if (result > 0) {
      hasSent();
    } else {
      leave(item);
    }
  }

  private long offer(T item) {
    if (isAborted) {
      throw new NotSentException("the stream to %s was aborted".formatted(outlet));
    }
    return outlet.offer(item);
  }

  /** Leaves an item to the own thread. */
  void leave(T item) {
    pending = item;
    wake();
  }

  private void hasSent() {
    sent.setOpaque(sent.getPlain() + 1);
    next();
  }

  private void giveUp(T item, Throwable reason) {
    owner.discard(item);
    if (reason instanceof MessageTooLongException) { // of an upstream; tryEmit and emit refuse it
      owner.drop(reason);
      next();
    } else {
      owner.fail(reason);
      Objects.requireNonNull(demand).cancel(); // what waits is discarded
      onComplete();
    }
  }

  final void next() {
    owner.hasTaken(++taken);
    Objects.requireNonNull(demand).request(1);
  }

  @Override
  public void onError(Throwable aborted) {
    onComplete();
  }

  @Override
  public void onComplete() {
    isEnded = true;
    wake();
  }

  /** Gives up what is not sent. By any thread. */
  void abort() {
    isAborted = true;
    wake();
  }

  final void wake() {
    LockSupport.unpark(thread);
  }

  /** Offers what is left to it again, until nothing can be left any more. */
  @Override
  public void run() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = look();
      }
    } finally {
      try {
        outlet.close();
      } finally {
        owner.hasClosed();
      }
    }
  }

  /** Returns whether there may be more to do later. */
  boolean look() {
    boolean ended = isEnded(); // before it looks at what is pending: that is there before the end
    T item = pending();
    if (item != null) {
      offerAgain(item);
    } else if (!ended) {
      rest();
    }
    return item != null || !ended;
  }

  boolean isEnded() {
    return isEnded;
  }

  @Nullable T pending() {
    return pending;
  }

  void rest() {
    LockSupport.park(this);
    Thread.interrupted(); // or else no later park would wait
  }

  final void offerAgain(T item) {
    Throwable reason = null;
    try {
      offerUntilTaken(item);
    } catch (Throwable notSent) {
      reason = notSent;
    }
    pending = null; // before it requests: that may leave the next item here
    if (reason == null) {
      hasSent();
    } else {
      giveUp(item, reason);
    }
  }

  private void offerUntilTaken(T item) {
    IdleStrategy idle = settings.idle().strategy();
    long begin = System.nanoTime();
    long counted = 0;
    long result = offer(item);
    while (result <= 0) {
      Thread.interrupted(); // of an upstream: or else no pause would wait, and Aeron would end its client
      if (result != counted) {
        counted = result;
        count(result);
      }
      if (!isRetried(result)) {
        throw notSent("", result);
      }
      if (System.nanoTime() - begin >= settings.limitNanos()) {
        throw notSent(" within %d ms".formatted(settings.limitNanos() / 1_000_000), result);
      }
      idle.idle();
      result = offer(item);
    }
  }

  private NotSentException notSent(String when, long result) {
    return new NotSentException(
        "a message to %s was not sent%s: %s".formatted(outlet, when, Publication.errorString(result)));
  }

  private void count(long result) {
    if (result == Publication.BACK_PRESSURED) {
      backPressured.incrementAndGet();
    } else if (result == Publication.NOT_CONNECTED) {
      notConnected.incrementAndGet();
    }
  }

  private boolean isRetried(long result) {
    if (result == Publication.BACK_PRESSURED || result == Publication.ADMIN_ACTION) {
      return true;
    }
    return settings.waits() && (result == Publication.NOT_CONNECTED || outlet.reopen(result));
  }

  long sent() {
    return sent.get();
  }

  long backPressured() {
    return backPressured.get();
  }

  long notConnected() {
    return notConnected.get();
  }

  boolean isOffering() {
    return pending != null;
  }
}
