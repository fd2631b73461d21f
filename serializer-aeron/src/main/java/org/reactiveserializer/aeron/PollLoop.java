package org.reactiveserializer.aeron;

import io.aeron.ControlledFragmentAssembler;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
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
 * <p>{@code requested} is written by threads that request, {@code delivered} by this thread only. Their
 * difference is the demand. A fragment completes one message at most, so a poll with a limit of the
 * demand delivers no more than that.
 *
 * <p><b>Every rest ends.</b> Whoever requests, cancels or closes writes first and unparks this thread then;
 * so does Aeron, when an image has gone or the client was closed. This thread looks at all of that before
 * each rest, and a permit that comes between the look and the rest ends the rest.
 */
class PollLoop<T> // tests stop another one
    implements Runnable, ControlledFragmentHandler, Subscription {
  private final Owner owner;
  private final io.aeron.Subscription subscription;
  private final AeronPublisherSettings<T> settings;
  private final MessageReader<? extends T> reader;
  private final Thread thread;

  final AtomicLong requested = new AtomicLong();
  private final Queue<Integer> sessionsGone = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Throwable> badRequest = new AtomicReference<>();
  private volatile boolean cancelled;
  private volatile boolean closing;
  private @Nullable Subscriber<? super T> subscriber;

  // Written by this thread.
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();
  private @Nullable Throwable failure;

  PollLoop(Owner owner, io.aeron.Subscription subscription, AeronPublisherSettings<T> settings) {
    this.owner = owner;
    this.subscription = subscription;
    this.settings = settings;
    reader = settings.reader();
    thread =
        new Thread(this, "stream from " + subscription.channel() + " " + subscription.streamId());
    thread.setDaemon(true);
  }

  /** The stream that is polled. By the loop's own thread. */
  interface Owner {
    /** Returns whether there were publications, and nothing will come of them. */
    boolean isLastGone();

    /** The subscription is closed, and the terminal is signalled. */
    void hasEnded();
  }

  void start(Subscriber<? super T> given) {
    subscriber = given;
    try {
      given.onSubscribe(this);
    } catch (Throwable ofSubscriber) { // §2.13
      settings.drop(ofSubscriber);
      cancelled = true;
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
      badRequest.compareAndSet(
          null, new IllegalArgumentException("request must be positive (§3.9), was " + n));
    } else {
      add(n);
    }
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
    cancelled = true;
    wake();
  }

  void close() {
    closing = true;
    wake();
  }

  long delivered() {
    return delivered.get();
  }

  long bytes() {
    return bytes.get();
  }

  long unreadable() {
    return unreadable.get();
  }

  /** Returns the demand. */
  long requested() {
    long all = requested.get();
    return all == Long.MAX_VALUE ? all : all - delivered.get();
  }

  @Override
  public void run() {
    Throwable error = null;
    try {
      poll();
    } catch (Throwable thrown) {
      error = thrown;
    }
    end(error == null ? failure : error);
  }

  private void poll() {
    IdleStrategy idle = settings.idle().strategy();
    ControlledFragmentAssembler assembler = new ControlledFragmentAssembler(this);
    long run = 0;
    while (!hasToEnd()) {
      long demand = requested();
      int most = (int) Math.min(demand, settings.fragments());
      int fragments = most == 0 ? 0 : subscription.controlledPoll(assembler, most);
      Thread.interrupted(); // of a subscriber: or else no later pause would wait
      forget(assembler);
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
  private void forget(ControlledFragmentAssembler assembler) {
    for (Integer session = sessionsGone.poll(); session != null; session = sessionsGone.poll()) {
      if (subscription.imageBySessionId(session) == null) {
        assembler.freeSessionBuffer(session);
      }
    }
  }

  void rest() {
    LockSupport.park(this);
    Thread.interrupted(); // or else no later park would wait
  }

  private boolean hasToEnd() {
    return cancelled || closing || failure != null || badRequest.get() != null;
  }

  /** Nothing was polled: returns whether nothing will be. */
  private boolean isOver() {
    if (subscription.isClosed()) {
      failure = new IllegalStateException("Aeron has closed the subscription " + subscription);
    }
    return failure != null || (settings.completes() && owner.isLastGone());
  }

  @Override
  public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
    if (cancelled || failure != null) {
      return Action.ABORT;
    }
    T item;
    try {
      item =
          Objects.requireNonNull(reader.read(buffer, offset, length, header), "the item is null");
    } catch (Throwable thrown) {
      if (MemoryFaults.isOne(thrown)) { // perhaps one that was noted before
        failure = thrown;
        return Action.ABORT;
      }
      return skip(new UnreadableMessage(header.sessionId(), header.position(), length, thrown));
    }
    delivered.setOpaque(delivered.getPlain() + 1);
    bytes.setOpaque(bytes.getPlain() + length);
    try {
      Objects.requireNonNull(subscriber).onNext(item);
    } catch (Throwable ofSubscriber) { // §2.13
      if (MemoryFaults.isOne(ofSubscriber)) { // perhaps one that was noted before
        failure = ofSubscriber;
        return Action.BREAK;
      }
      cancelled = true;
      settings.drop(ofSubscriber);
    }
    return cancelled ? Action.BREAK : Action.CONTINUE;
  }

  /** One sender's message must not end the stream of all, unless the user wants that. */
  private Action skip(UnreadableMessage message) {
    if (settings.failsOnUnreadable()) {
      failure = message.cause();
      return Action.ABORT;
    }
    unreadable.setOpaque(unreadable.getPlain() + 1);
    settings.unreadable(message);
    return Action.CONTINUE;
  }

  private void end(@Nullable Throwable error) {
    MemoryFaults.forget(); // or else it could come in the middle of what follows
    try {
      subscription.close();
    } catch (Throwable ofAeron) {
      settings.drop(ofAeron);
    }
    try {
      signalEnd(error != null && MemoryFaults.isOne(error) ? notRead(error) : error);
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
    Throwable reason = error == null ? badRequest.get() : error;
    if (cancelled) {
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
