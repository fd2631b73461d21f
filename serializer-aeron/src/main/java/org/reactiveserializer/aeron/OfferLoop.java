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
 * <p>It requests one item at a time: the next when the last is sent. So there is one item here at most,
 * and either the thread that emits it or the other one has it. The other one gets it through {@code
 * pending}, which is written before that thread is unparked; the sink emits nothing more before that
 * thread has requested. So no two threads use the publication at the same time.
 *
 * <p>The own thread closes the publication when {@code isEnded} is set. Only who knows that nobody
 * offers sets it: the sink with its terminal, or who has the item and cancels the sink.
 */
final class OfferLoop<T> implements Subscriber<T>, Runnable {
  private final AeronSubscriber<T> stream;
  private final AeronSubscriberSettings<T> settings;
  private final Outlet<T> outlet;
  private final Thread thread;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong backPressured = new AtomicLong();
  private final AtomicLong notConnected = new AtomicLong();

  private long taken; // of the thread that has the item
  private @Nullable Subscription demand;
  private volatile @Nullable T pending;
  private volatile boolean isEnded;
  private volatile boolean isAborted;

  OfferLoop(AeronSubscriber<T> stream, AeronSubscriberSettings<T> settings, Outlet<T> outlet) {
    this.stream = stream;
    this.settings = settings;
    this.outlet = outlet;
    thread = new Thread(this, "stream to " + outlet);
    thread.setDaemon(true);
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
      result = outlet.offer(item);
    } catch (MessageTooLongException tooLong) { // of an upstream; the entrance for threads refuses it
      stream.discard(item);
      stream.drop(tooLong);
      next();
      return;
    } catch (Throwable ofWriter) {
      lose(item, ofWriter);
      return;
    }
    if (result > 0) {
      sent.setOpaque(sent.getPlain() + 1);
      next();
    } else {
      pending = item;
      LockSupport.unpark(thread);
    }
  }

  private void next() {
    stream.hasTaken(++taken);
    Objects.requireNonNull(demand).request(1);
  }

  @Override
  public void onError(Throwable aborted) {
    onComplete();
  }

  @Override
  public void onComplete() {
    isEnded = true;
    LockSupport.unpark(thread);
  }

  /** Gives up the item that is offered again. By any thread. */
  void abort() {
    isAborted = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    while (!isEnded) {
      T item = pending;
      if (item != null) {
        offerAgain(item);
      } else {
        LockSupport.park(this);
        Thread.interrupted(); // or else no later park would wait
      }
    }
    T rest = pending;
    if (rest != null) {
      pending = null;
      stream.discard(rest);
    }
    outlet.close();
    stream.hasClosed();
  }

  private void offerAgain(T item) {
    IdleStrategy idle = settings.idle().strategy();
    long begin = System.nanoTime();
    long reported = 0;
    while (!isEnded) {
      long result;
      try {
        if (isAborted) {
          throw new NotSentException("the stream to %s was aborted".formatted(outlet));
        }
        result = outlet.offer(item);
        if (result > 0) {
          pending = null;
          sent.setOpaque(sent.getPlain() + 1);
          next();
          return;
        }
        if (result != reported) {
          reported = result;
          count(result);
        }
        if (!isRetried(result)) {
          throw new NotSentException("a message to %s was not sent: %s".formatted(outlet, Publication.errorString(result)));
        }
        if (System.nanoTime() - begin >= settings.limitNanos()) {
          throw new NotSentException(
              "a message to %s was not sent within %,d ms: %s"
                  .formatted(outlet, settings.limitNanos() / 1_000_000, Publication.errorString(result)));
        }
      } catch (Throwable thrown) {
        pending = null;
        lose(item, thrown);
        return;
      }
      idle.idle();
    }
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

  private void lose(T item, Throwable reason) {
    stream.discard(item);
    end(reason);
  }

  /** Ends the stream. By the thread that has the item. */
  private void end(Throwable reason) {
    stream.fail(reason);
    Objects.requireNonNull(demand).cancel(); // what waits is discarded
    onComplete();
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
