package org.reactiveserializer;

import java.util.concurrent.Flow;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber that any number of threads may call at the same time. It passes their signals to one
 * downstream subscriber, one at a time; each signal happens-before the next (<a
 * href="https://github.com/reactive-streams/reactive-streams-jvm/blob/v1.0.4/README.md#specification">§1.3</a>).
 * {@link Serializer#wrap} makes it. It is a subscriber of {@link Flow}, too, so that no adapter is needed. Do
 * not implement this interface: methods may be added.
 *
 * <p><b>Threads.</b> Any thread may call any method at any time. None blocks, takes a lock or waits for
 * another thread, unless the downstream, the upstream or a hook does so. If no thread is delivering,
 * the caller delivers its own signal before its call returns, and what others hand over meanwhile, up
 * to the {@linkplain Serializer#drainLimit drain limit} if there is one. Otherwise it hands the signal
 * over and returns. Before that, an item's thread may look a few times whether the other one has left: it pauses
 * for some microseconds at most, and then yields its processor up to five times (a virtual thread does not); not if
 * it has found that the downstream takes long. With {@link Serializer#deliverOn} only tasks of the executor deliver.
 *
 * <p><b>In {@linkplain BiasedMode biased mode}</b> there is one exception. A thread that signals while
 * another one has been the only producer so far executes a barrier of the operating system, some
 * microseconds. If it is descheduled just after that, it may hold up the stream until it runs again.
 *
 * <p><b>Order.</b> If one emission returned before another one began, by happens-before, its item
 * is delivered first, whichever threads made the calls. An item whose {@code onNext} returned
 * before {@code onComplete} was called is delivered before the completion.
 *
 * <p><b>Every item has one outcome:</b> it is delivered; or it is discarded and given to the
 * {@linkplain Serializer#onDiscard discard hook}; or it is refused by an exception to the caller,
 * which happens for null only.
 *
 * <p><b>If the downstream throws</b> (§2.13), the call that was delivering throws the same
 * exception. The upstream is cancelled, the items that wait are discarded, and nothing more is
 * signalled.
 *
 * <p><b>The end of the stack or the heap.</b> A call that publishes something asks for stack first, and
 * throws a {@link StackOverflowError} before anything has happened. If stack or heap end later, inside
 * the library, the stream ends as if the downstream had thrown. Then, too, there are never two
 * signals at a time, no item is delivered twice, and whoever calls next can finish the end. But the
 * caller cannot know the outcome of its item, and after an {@link OutOfMemoryError} items and errors may
 * miss their hooks.
 *
 * <p><b>Reentrancy.</b> The downstream may call any method from within its own. An item that it
 * emits in this way is delivered after its call returns, unless the stream has ended. The stack
 * does not grow.
 *
 * @param <T> the type of the items
 */
public interface SerialSubscriber<T>
    extends Subscriber<T>, Subscription, Flow.Subscriber<T>, Flow.Subscription {
  /**
   * Sets the upstream. If the downstream has requested or cancelled before, that is passed on to
   * the upstream now. A second upstream is cancelled (§2.5).
   *
   * <p>The first signal that the downstream gets is {@code onSubscribe} (§1.9), even if a method
   * that emits is called before this one. So a caller without an upstream need not call this method
   * at all.
   */
  @Override
  void onSubscribe(Subscription subscription);

  /** As {@link #onSubscribe(Subscription)}. */
  @Override
  void onSubscribe(Flow.Subscription subscription);

  /**
   * Emits an item: the calling thread delivers it, or hands it over to the thread that is
   * delivering. If the queue is {@linkplain Serializer#bounded bounded} and full, {@link Overflow}
   * decides. After the end, the item is discarded. The end is the first call of {@link #onError},
   * {@link #onComplete} or {@link #cancel}, a request that is not positive, an overflow that ends the
   * stream, or the moment at which the downstream throws.
   */
  @Override
  void onNext(T item);

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onErrorDropped dropped-error hook}.
   */
  @Override
  void onError(Throwable error);

  /**
   * Completes the stream after all accepted items. After the end, this method does nothing. As
   * after {@link #onError}, the upstream counts as ended and is not cancelled (§1.6).
   */
  @Override
  void onComplete();

  /**
   * Requests {@code n} more items from the upstream, as soon as there is one. The demand does not hold
   * items back here, so the upstream must respect it (§1.1). A request from within the downstream's
   * {@code onSubscribe} reaches the upstream when the thread that called {@link #onSubscribe} has
   * finished delivering.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  void request(long n);

  /**
   * Cancels the upstream once, as soon as there is one. The items that wait are discarded. If another
   * thread is delivering, at most the one {@code onNext} that has begun or is about to begin is still
   * signalled (§2.8).
   */
  @Override
  void cancel();

  /**
   * {@return the demand, which is a snapshot: how many of the items that the downstream requested
   * it has not got yet} {@link Long#MAX_VALUE} means any number (§3.17). This method is for
   * producers without an upstream that want to respect the demand.
   */
  long requested();

  /** {@return how many accepted items wait: see {@link SerialSink#backlog}} */
  int backlog();

  /**
   * {@return whether the stream was completed, failed or cancelled, or the downstream threw, so
   * that later items are discarded; it stays true} Items and the terminal may still wait to be
   * delivered.
   */
  boolean isTerminated();

  /**
   * {@return what happened to the items so far} Takes constant time. Each figure is a snapshot by
   * itself.
   */
  Stats stats();
}
