package org.reactiveserializer.aeron;

import io.aeron.ExclusivePublication;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What any number of threads send, through one exclusive publication of Aeron, which allows one thread
 * only.
 *
 * <p>Use it in one of two ways. Either threads call {@link #tryEmit} or {@link #emit}; or subscribe it
 * to a publisher, of which it requests no more than its queue holds. If both were done, an item of the
 * publisher may find the queue full: then it is discarded, and {@link
 * AeronSubscriberSettings#onErrorDropped} gets an error.
 *
 * <p><b>Threads.</b> All methods may be called by any thread. The thread that emits offers the message to
 * Aeron itself, and those that others emit meanwhile. If Aeron does not take one, a thread of the
 * stream offers it again ({@link AeronSubscriberSettings#idle}); {@link #tryEmit} does not wait for that.
 *
 * <p><b>Order.</b> What one thread emits is sent in this order.
 *
 * <p><b>What Aeron answers.</b> Back pressure and an action of the driver: the message is offered again,
 * for at most {@link AeronSubscriberSettings#timeLimit}. No receiver, a closed publication, or one at its
 * last position: as {@link AeronSubscriberSettings#whenNotConnected} says. A message that is too long
 * is refused before that, by a {@link MessageTooLongException}.
 *
 * <p><b>The end.</b> After {@link #close}, {@code onComplete} or {@code onError} what was accepted is
 * still sent; then the publication is closed. A stream that cannot send ends, for example because the
 * directory of the driver is full: the upstream is cancelled, what waits is discarded, {@link #failure} and
 * the hook have the reason.
 *
 * @param <T> the type of the items
 */
public final class AeronSubscriber<T> implements Subscriber<T>, AutoCloseable {
  /** A thread that may wait so long may also make way for others. */
  private static final Duration LONG_ENOUGH = Duration.ofMillis(2);

  /** For hooks: after an abort, the stream itself waits for nothing. */
  private static final Duration GIVING_UP = Duration.ofSeconds(1);

  private final AeronSubscriberSettings<T> settings;
  private final PublicationOutlet<T> outlet;
  private final OfferLoop<T> loop;
  private final SerialSink<T> sink;
  private final Crowd crowd;
  private final Upstream upstream = new Upstream();
  private final StreamOwner<T> owner;
  private final LongAdder refused = new LongAdder();

  AeronSubscriber(AeronSubscriberSettings<T> settings, String channel, int streamId) {
    this.settings = settings;
    outlet = new PublicationOutlet<>(settings, channel, streamId);
    owner = new StreamOwner<>(settings, upstream, this::abort);
    loop = new OfferLoop<>(owner, settings, outlet);
    sink =
        Serializer.<T>withDefaults()
            .bounded(settings.queue(), Overflow.DROP_NEWEST)
            .onDiscard(owner::discardEarly)
            .onErrorDropped(settings::drop)
            .errors(ErrorMode.IMMEDIATE) // of abort, which gives up what waits
            .sink();
    crowd = new Crowd(sink::backlog);
    sink.subscribe(loop);
    try {
      loop.start();
    } catch (Throwable noThread) {
      outlet.close();
      throw noThread;
    }
  }

  /**
   * Emits an item. Never waits.
   *
   * @param item the item, which the caller keeps if the result is not accepted
   * @return what happened; {@link EmitOutcome#OVERFLOW} if the queue is full; {@link
   *     EmitOutcome#TERMINATED} or {@link EmitOutcome#CANCELLED} if the stream has ended
   * @throws MessageTooLongException if its message is longer than the channel allows
   */
  public EmitOutcome tryEmit(T item) {
    outlet.check(Objects.requireNonNull(item, "item is null"));
    try {
      return counted(sink.tryEmit(item));
    } catch (InternalError broken) {
      return endedBy(broken);
    }
  }

  /**
   * Emits an item. Waits for room. If the item is then queued behind more than 64 others, and the timeout
   * is longer than 2 ms, the call rests for about a millisecond: threads that take turns send more than
   * threads that hand over their items to one of them. In the writer, in a hook, and in the {@code request}
   * of an upstream use {@link #tryEmit}.
   *
   * @param item the item, which the caller keeps if the result is not accepted
   * @param timeout how long to wait for room at most
   * @return what happened; {@link EmitOutcome#OVERFLOW} if the time was up; {@link EmitOutcome#INTERRUPTED};
   *     {@link EmitOutcome#TERMINATED} or {@link EmitOutcome#CANCELLED} if the stream has ended
   * @throws MessageTooLongException if its message is longer than the channel allows
   */
  public EmitOutcome emit(T item, Duration timeout) {
    outlet.check(Objects.requireNonNull(item, "item is null"));
    try {
      EmitOutcome result = counted(sink.emit(item, timeout));
      if (result == EmitOutcome.QUEUED && timeout.compareTo(LONG_ENOUGH) > 0) {
        crowd.makeWay();
      }
      return result;
    } catch (InternalError broken) {
      return endedBy(broken);
    }
  }

  /** A fault of memory that was reported here, because nothing before has asked for it. */
  private EmitOutcome endedBy(InternalError broken) {
    if (!MemoryFaults.isOne(broken)) {
      throw broken;
    }
    owner.abort(broken);
    return EmitOutcome.CANCELLED;
  }

  private EmitOutcome counted(EmitOutcome result) {
    if (result == EmitOutcome.OVERFLOW) {
      refused.increment();
    }
    return result;
  }

  // For an upstream.

  @Override
  public void onSubscribe(Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    upstream.set(subscription, settings.queue(), owner::abort);
  }

  @Override
  public void onNext(T item) {
    Objects.requireNonNull(item, "item is null (§2.13)");
    EmitOutcome result = sink.tryEmit(item);
    if (!result.isAccepted()) {
      owner.discardEarly(item);
      if (result == EmitOutcome.OVERFLOW) {
        settings.drop(new IllegalStateException("more items were emitted than requested (§1.1)"));
      }
    }
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    owner.upstreamFailed(error);
    sink.tryComplete();
  }

  @Override
  public void onComplete() {
    sink.tryComplete();
  }

  // The end.

  /**
   * Accepts nothing more, and cancels the upstream. What was accepted is still sent; then the publication
   * is closed. Returns at once.
   */
  @Override
  public void close() {
    sink.tryComplete();
    upstream.cancel();
  }

  /** Accepts nothing more, gives up what is not sent, and closes the publication. Returns at once. */
  public void abort() {
    abort(new NotSentException("the stream to %s was aborted".formatted(outlet)));
  }

  /** Returns whether the stream was open. */
  private boolean abort(NotSentException reason) {
    loop.abort();
    upstream.cancel();
    return sink.tryFail(reason).isAccepted();
  }

  /** The client is about to be closed. */
  void endWithClient() {
    NotSentException reason =
        new NotSentException("the client of the stream to %s was closed".formatted(outlet));
    if (abort(reason)) {
      owner.fail(reason);
    }
  }

  boolean isClosed() {
    return owner.isClosed();
  }

  Thread thread() {
    return loop.thread();
  }

  /**
   * Ends the stream as {@link #close} does, and waits until all that was accepted is sent. What is not sent
   * when the time is up is given up, as {@link #abort} does. {@link AeronNode#close} says how what is sent
   * gets to receivers. To be called by any thread, but not in the writer or a hook.
   *
   * @param timeout how long to wait at most; zero or less means that nothing is waited for. To give up
   *     takes up to a second more, if the writer, a hook or Aeron takes so long
   * @return how many items were given up since the call, which {@link AeronSubscriberSettings#onDiscard}
   *     gets; 0 if all were sent. The number is exact if the publication is closed by then, and no other thread
   *     is emitting
   * @throws InterruptedException if the thread is interrupted. Then the stream ends as after {@link #close}
   */
  public long closeGracefully(Duration timeout) throws InterruptedException {
    long before = owner.discarded();
    close();
    if (!awaitClosed(timeout)) {
      abort();
      awaitClosed(GIVING_UP);
    }
    // What the loop has given up may still be left to it for a moment: that would count twice.
    return owner.discardedEarly() + sink.backlog() + loop.unsent() - before;
  }

  private int waiting() {
    return sink.backlog() + loop.left();
  }

  /**
   * Waits until the publication is closed: Aeron's driver has everything that was accepted, or it is given
   * up. The receivers may get it later. A driver that ends meanwhile passes nothing on; an embedded one
   * ends later: see {@link AeronNode#close}.
   *
   * @param timeout how long to wait at most
   * @return false if the time was up before
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitClosed(Duration timeout) throws InterruptedException {
    return owner.awaitClosed(timeout);
  }

  /**
   * Returns why the stream could not send, or the error of its upstream.
   *
   * @return the reason, or null
   */
  public @Nullable Throwable failure() {
    return owner.failure();
  }

  /**
   * Returns Aeron's own publication, for its limits and destinations (MDC). Do not offer anything to
   * it.
   *
   * @return the publication
   */
  public ExclusivePublication publication() {
    return outlet.publication();
  }

  /**
   * Returns what was sent so far.
   *
   * @return the figures, each a snapshot by itself
   */
  public AeronSubscriberStats stats() {
    return new AeronSubscriberSnapshot(
        loop.sent(),
        waiting(),
        owner.discarded(),
        refused.sum(),
        loop.backPressured(),
        loop.notConnected(),
        outlet.publication().position());
  }
}
