package org.reactiveserializer;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber that any number of threads may call at the same time. It passes their signals to one
 * downstream subscriber, one at a time; each signal happens-before the next (<a
 * href="https://github.com/reactive-streams/reactive-streams-jvm/blob/v1.0.4/README.md#specification">§1.3</a>).
 * Made by {@link Serializer#wrap}. Not for implementation by others: methods may be added.
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. No method blocks, takes a
 * lock or waits for another thread. (What the downstream, the upstream and the hooks do in their
 * own methods is up to them. Where {@link Serializer#bias()} is on, a thread that meets another one
 * which was alone so far executes a barrier of the operating system, which takes some
 * microseconds.) If no thread is delivering, the caller delivers its own signal before its call
 * returns. Otherwise it hands the signal over to the thread that is delivering and returns. The
 * delivering thread goes on for as long as others hand something over, unless there is a
 * {@linkplain Serializer#drainLimit drain limit}.
 *
 * <p><b>Order.</b> The items of one thread are delivered in the order in which it emitted them. An
 * item whose {@code onNext} returned before {@code onComplete} was called is delivered before the
 * completion.
 *
 * <p><b>Every item has one outcome:</b> it is delivered; or it is discarded and given to the
 * {@linkplain Serializer#onDiscard discard hook}; or it is refused by an exception to the caller,
 * which happens for null only. If a method throws {@link OutOfMemoryError} or
 * {@link StackOverflowError}, the caller cannot know the outcome: the error may have been raised
 * before the item was processed, or while items of other threads were delivered. Any other
 * exception comes from the downstream, and the item was delivered or discarded.
 *
 * <p><b>If the downstream throws</b> (§2.13), the exception is rethrown as it is to the thread that
 * was delivering. The upstream is cancelled, the items that wait are discarded, and nothing more is
 * signalled.
 *
 * <p><b>Reentrancy.</b> The downstream may call any method from within its own. An item that it
 * emits in this way is delivered after its call returns, unless the stream has ended. The stack
 * does not grow.
 *
 * @param <T> the type of the items
 */
public interface SerializedSubscriber<T> extends Subscriber<T>, Subscription {
  /**
   * Sets the upstream. Demand and cancellation from before are passed on to it now. A second
   * upstream is cancelled (§2.5).
   *
   * <p>The downstream's {@code onSubscribe} is its first signal (§1.9), whichever method is called
   * first: this one, or one that emits. So a caller without an upstream need not call this method
   * at all.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  void onSubscribe(Subscription subscription);

  /**
   * Emits an item: the calling thread delivers it, or hands it over to the thread that is
   * delivering. If the queue is {@linkplain Serializer#bounded bounded} and full, {@link Overflow}
   * decides. After the end, which is the call of the first terminal or of {@link #cancel}, the item
   * is discarded.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  void onNext(T item);

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onDropped dropped-error hook}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  void onError(Throwable error);

  /**
   * Ends the stream after all accepted items. After the end it does nothing. As with
   * {@link #onError}, the upstream counts as ended and is not cancelled (§1.6).
   */
  @Override
  void onComplete();

  /**
   * Requests {@code n} more items from the upstream, or as soon as there is one. Items are
   * delivered as they are emitted: the upstream must respect the demand (§1.1). A request from
   * within {@code onSubscribe} reaches the upstream when the thread that called
   * {@link #onSubscribe} has finished delivering.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  void request(long n);

  /**
   * Cancels the upstream once, or as soon as there is one, and discards the items that wait. If
   * another thread is delivering, at most the {@code onNext} that has begun or is about to begin is
   * still signalled (§2.8).
   */
  @Override
  void cancel();

  /**
   * Returns the demand: how many items the downstream requested and has not got. For producers
   * without an upstream that want to respect it. {@link Long#MAX_VALUE}: any number (§3.17). A
   * snapshot.
   *
   * @return a number of items
   */
  long requested();

  /**
   * Returns how many accepted items wait: neither delivered nor discarded, without the one that is
   * being delivered. In constant time. A snapshot: while threads emit it may be off by a batch that
   * is being taken at that moment.
   *
   * @return a number of items
   */
  int backlog();

  /**
   * Returns what happened to the items so far. In constant time. A snapshot of each figure by
   * itself.
   *
   * @return the figures
   */
  Stats stats();
}
