package org.reactiveserializer;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber that any number of threads may call, in front of one that is called serially: its
 * signals never overlap, and each happens-before the next (§1.3). Made by {@link Serializer#wrap}; not for
 * others to implement: methods may be added.
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. None of them blocks,
 * takes a lock or waits for another thread (what the downstream, the upstream and the hooks do in
 * their own methods is theirs; and where {@link Serializer#bias()} is on, a thread that first meets
 * one that was alone so far has the system fence all threads, which takes a microsecond or a few). A
 * thread that finds nobody emitting passes its signal
 * on at once, in its own call; one that finds another thread emitting leaves the signal to that
 * thread and returns. So the thread that emits also delivers what others bring meanwhile, for as
 * long as they do.
 *
 * <p><b>Order.</b> The items of one thread arrive in the order in which it brought them. An item
 * whose {@code onNext} returned before {@code onComplete} was called is delivered before the
 * completion.
 *
 * <p><b>Fate.</b> Every item is delivered, or given to the {@linkplain Serializer#onDiscard discard
 * hook}, or refused by an exception thrown to the caller, which is a {@link NullPointerException} for
 * null: exactly one of the three. An {@link OutOfMemoryError} or {@link StackOverflowError} may have
 * come before anything was done with the caller's item, or after it was delivered, on the way through
 * those of others: it does not tell. Any other throwable comes from the downstream, and the item is
 * accounted for.
 *
 * <p><b>Throwing downstream.</b> If the downstream throws (§2.13), the throwable goes on to the
 * thread that happened to emit, unwrapped; the upstream is cancelled, what waits is discarded, and
 * no further signal is passed on.
 *
 * <p><b>Reentrancy.</b> A downstream may call any method from within any of its own. An item it
 * brings in this way is delivered after the call returns, unless the stream has ended; the stack
 * does not grow.
 *
 * @param <T> the type of the items
 */
public interface SerializedSubscriber<T> extends Subscriber<T>, Subscription {
  /**
   * Passes the upstream's subscription on, behind one that goes through this object. A second
   * subscription is cancelled (§2.5). Demand and cancellation from before are made good now.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  void onSubscribe(Subscription subscription);

  /**
   * Delivers an item, now or by the thread that is emitting. If as many wait as {@linkplain
   * Serializer#bounded may}, what {@link Overflow} says happens. After the end, which is when the first
   * terminal is called or the stream is cancelled, it is discarded.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  void onNext(T item);

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or behind} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onDropped dropped-error hook}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  void onError(Throwable error);

  /**
   * Ends the stream, behind all items that were accepted. After the end it does nothing. As with
   * {@link #onError}, the upstream counts as ended and is not cancelled (§1.6).
   */
  @Override
  void onComplete();

  /**
   * Asks the upstream for {@code n} more items, as soon as it is there. Items are passed on as they
   * come: keeping to the demand is the upstream's part (§1.1). From within {@code onSubscribe}, the
   * upstream gets the request when the thread that called {@link #onSubscribe} has ceased to emit.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  void request(long n);

  /**
   * Cancels the upstream, once and as soon as it is there, and discards what waits. If another
   * thread is emitting, the {@code onNext} it has begun or is about to begin is the last (§2.8).
   */
  @Override
  void cancel();

  /**
   * Returns the number of items that were accepted and are neither delivered nor discarded, not
   * counting the one being delivered. In constant time. A snapshot: while another thread pushes or
   * emits it may be off, by a batch that is changing hands.
   *
   * @return the number of items that wait
   */
  int backlog();
}
