package org.reactiveserializer.aeron;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The end of the sink behind an {@link AeronSubscriber}: offers each item to Aeron in the thread that
 * emits it. An item that Aeron does not take is left to a thread of its own, which offers it again, and
 * so is what is emitted meanwhile.
 *
 * <p><b>Who may use the publication.</b> {@link LeftItems} says it: the thread that emits while nothing is
 * left, else the own one. So no two threads use it at the same time, and items stay in their order.
 *
 * <p><b>Demand.</b> A few items are requested in advance. Half of them are requested again when so many are
 * sent or given up. So no more than {@code window} are left.
 *
 * <p><b>The end.</b> {@code isEnded} is set by the sink with its terminal, after which it emits nothing. Or
 * it is set by who may use the publication, when it gives up for good, or by a thread that emits and is disturbed: it has set {@code isAborted} before,
 * and cancelled the sink. Items that come nevertheless are given up, without a look at the publication. The
 * own thread closes it when it has seen {@code isEnded} and then ends {@link LeftItems}.
 *
 * <p><b>Every rest ends.</b> What there is to do is written first, and then the own thread is unparked. It
 * looks at all of it before each rest, and a permit that comes between the look and the rest ends the
 * rest.
 */
class OfferLoop<T> implements Subscriber<T>, Runnable { // tests stop another one
  private static final int LARGEST_WINDOW = 64;

  private final Owner<T> owner;
  private final Retries<T> retries;
  private final Outlet<T> outlet;
  private final LeftItems<T> left;
  private final Thread thread;
  private final int window;
  private final int batch;

  private final AtomicLong entered = new AtomicLong(); // one thread emits at a time
  private final AtomicLong sent = new AtomicLong();

  private int done; // of a batch; by who may use the outlet
  private @Nullable Subscription demand;
  private volatile boolean isEnded;
  private volatile boolean isAborted;

  OfferLoop(Owner<T> owner, AeronSubscriberSettings<T> settings, Outlet<T> outlet) {
    this(owner, settings, outlet, new LeftItems<>(windowOf(settings)));
  }

  OfferLoop(
      Owner<T> owner, AeronSubscriberSettings<T> settings, Outlet<T> outlet, LeftItems<T> left) {
    this.owner = owner;
    retries = new Retries<>(settings, outlet);
    this.outlet = outlet;
    this.left = left;
    window = windowOf(settings);
    batch = Math.max(1, window / 2);
    thread = new Thread(this, "stream to " + outlet);
    thread.setDaemon(true);
  }

  /** Returns how many items are requested in advance: a small part of those that may wait. */
  static int windowOf(AeronSubscriberSettings<?> settings) {
    return Math.max(1, Math.min(LARGEST_WINDOW, settings.queue() / 4));
  }

  /** What becomes of the items. */
  interface Owner<T> {
    /** So many more items are sent or given up. */
    void hasTaken(int count);

    /** An item is given up. */
    void discard(T item);

    /** An error does not end the stream. */
    void drop(Throwable error);

    /** The stream ends. */
    void fail(Throwable reason);

    /** The stream ends, and the sink is to say so with its terminal. */
    void abort(Throwable reason);

    /** The outlet is closed. By the loop's own thread. */
    void hasClosed();
  }

  void start() {
    thread.start();
  }

  @Override
  public void onSubscribe(Subscription given) {
    demand = given;
    given.request(window);
  }

  @Override
  public void onNext(T item) {
    entered.setOpaque(entered.getPlain() + 1);
    try {
      if (left.isEmpty()) {
        offerAtOnce(item);
      } else {
        leave(item);
      }
    } catch (Throwable broken) { // a fault of memory may be reported anywhere
      end(broken);
    }
  }

  private void offerAtOnce(T item) {
    long result = 0;
    Throwable reason = null;
    try {
      result = offer(item);
    } catch (Throwable notSent) {
      reason = notSent;
    }
    if (result > 0 || reason != null) {
      request(hasDone(item, reason));
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
    LeftItems.Outcome outcome = left.add(item);
    if (outcome == LeftItems.Outcome.FIRST) {
      wake();
    } else if (outcome == LeftItems.Outcome.LATE) {
      owner.discard(item); // the stream has failed
    }
  }

  /**
   * An item is sent, or given up for a reason. By who may use the outlet.
   *
   * @return how many items are to be requested: when another thread may use the outlet, since that may
   *     emit them at once
   */
  private int hasDone(T item, @Nullable Throwable notSent) {
    if (notSent == null) {
      sent.setOpaque(sent.getPlain() + 1);
    } else {
      giveUp(item, notSent);
    }
    if (++done < batch) {
      return 0;
    }
    done = 0;
    return batch;
  }

  private void giveUp(T item, Throwable reason) {
    owner.discard(item);
    if (reason instanceof MessageTooLongException // of an upstream; tryEmit and emit refuse it
        || reason instanceof NotWrittenException) {
      owner.drop(reason); // the fault of one item
    } else {
      end(reason);
    }
  }

  private void end(Throwable reason) {
    isAborted = true;
    owner.fail(reason);
    Objects.requireNonNull(demand).cancel(); // what waits is discarded
    onComplete();
  }

  private void request(int more) {
    if (more > 0) {
      owner.hasTaken(more);
      Objects.requireNonNull(demand).request(more);
    }
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

  Thread thread() {
    return thread;
  }

  /** Offers what is left to it again, until nothing can be left any more. */
  @Override
  public void run() {
    try {
      lookUntilTheEnd();
    } catch (Throwable broken) { // a fault of memory may be reported anywhere
      isAborted = true;
      owner.abort(broken); // the sink says when another thread uses the outlet no more
      lookUntilTheEnd();
    } finally {
      close();
    }
  }

  private void lookUntilTheEnd() {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = look();
    }
  }

  private void close() {
    try {
      MemoryFaults.forget(); // or else it could come in the middle of what follows
      outlet.close();
    } catch (Throwable ofAeron) {
      owner.drop(ofAeron);
    } finally {
      owner.hasClosed();
    }
  }

  /** Returns whether there may be more to do later. */
  boolean look() {
    T item = left.first();
    if (item != null) {
      offerAgain(item);
    } else if (isEnded()) {
      return !left.close(); // an item may have been left after the look and before the end
    } else {
      rest();
    }
    return true;
  }

  boolean isEnded() {
    return isEnded;
  }

  void rest() {
    LockSupport.park(this);
    Thread.interrupted(); // or else no later park would wait
  }

  final void offerAgain(T item) {
    Throwable reason = null;
    try {
      retries.untilTaken(item, this::offer);
    } catch (Throwable notSent) {
      reason = notSent;
    }
    int more = hasDone(item, reason);
    left.removeFirst();
    request(more);
  }

  long sent() {
    return sent.get();
  }

  /** Returns how many items came and were not sent: they are left, given up, or about to be. */
  long unsent() {
    return entered.get() - sent.get();
  }

  long backPressured() {
    return retries.backPressured();
  }

  long notConnected() {
    return retries.notConnected();
  }

  /** Returns how many items are left to the own thread. */
  int left() {
    return left.size();
  }
}
