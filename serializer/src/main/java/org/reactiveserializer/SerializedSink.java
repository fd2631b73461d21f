package org.reactiveserializer;

import java.time.Duration;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A stream that any number of threads feed, for one subscriber. Made by {@link Serializer#sink}; not for
 * others to implement: methods may be added.
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. None but {@link #emit} ever
 * blocks, takes a lock or waits for another thread (but see {@link SerializedSubscriber} where {@link
 * Serializer#bias()} is on). A thread that finds nobody emitting, nothing waiting
 * and demand delivers its item in its own call, and then what others bring meanwhile, for as long as they
 * do or up to the {@linkplain Serializer#drainLimit drain limit}; one that finds another thread emitting
 * leaves the item to that thread and returns.
 *
 * <p><b>Order.</b> The items of one thread arrive in the order in which it emitted them. An item that was
 * accepted before {@link #tryComplete} was called is delivered before the completion.
 *
 * <p><b>Demand.</b> Items are delivered only as far as the subscriber requested them (§1.1); others
 * wait, also those that come before the subscriber. How many may wait, {@link Serializer#bounded} says.
 *
 * <p><b>Fate.</b> What a result says of an item is true: one that was not {@linkplain
 * EmitResult#isAccepted accepted} is the caller's, and no hook gets it; one that was is delivered or given
 * to the {@linkplain Serializer#onDiscard discard hook}, once. If an emission throws, then it is by the
 * subscriber (§2.13), and the item has its fate: no caller need care for it. (An {@link OutOfMemoryError} or
 * {@link StackOverflowError} does not tell.)
 *
 * <p><b>The subscriber</b> is the first; another gets an {@link IllegalStateException}. After it has
 * cancelled the sink accepts nothing.
 *
 * @param <T> the type of the items
 */
public interface SerializedSink<T> extends Publisher<T> {
  /**
   * Emits an item, now or through the thread that is emitting.
   *
   * @param item the item
   * @return what became of it
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  EmitResult tryEmit(T item);

  /**
   * As {@link #tryEmit}, but if as many items wait as may, parks the calling thread until there is room.
   * What {@link Overflow} says does not happen then: when time is up the result is {@link
   * EmitResult#OVERFLOW}, and the item is the caller's. That bounds the wait, and not the call: a thread that finds
   * nobody emitting delivers what others bring, too, for as long as they do; see {@link Serializer#drainLimit}.
   *
   * <p>With a capacity of eight or more it is told of room when a quarter is free, or when nothing more is
   * delivered for the moment. Of less it may learn late: when it has waited for about twice as long as it had
   * to, or when its time is up.
   *
   * <p>The thread waits for no lock, nor does it spin; a virtual thread leaves its carrier. If it is
   * interrupted while it waits, or was before, the result is {@link EmitResult#OVERFLOW}, unless there is room,
   * and it stays interrupted. Called by the subscriber from within a signal of this sink it does not wait, since nobody
   * else could make room. Hooks, and the executor of a {@linkplain Serializer#drainLimit drain limit}, may
   * be called by the emitting thread, too, and had better not wait here.
   *
   * @param item the item
   * @param timeout how long to wait at most; zero or less: not at all
   * @return what became of it
   * @throws NullPointerException if {@code item} or {@code timeout} is null; nothing changes then
   */
  EmitResult emit(T item, Duration timeout);

  /**
   * Completes the stream, behind all items that were accepted.
   *
   * @return {@link EmitResult#DELIVERED} if the subscriber has got the completion, {@link
   *     EmitResult#QUEUED} if it will unless it cancels; {@link EmitResult#TERMINATED} or {@link EmitResult#CANCELLED} if
   *     the stream has ended before
   */
  EmitResult tryComplete();

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or behind} the items that wait.
   *
   * @param error the error, which stays the caller's if the result is not {@linkplain
   *     EmitResult#isAccepted accepted}; no hook gets it then
   * @return as with {@link #tryComplete}
   * @throws NullPointerException if {@code error} is null; nothing changes then
   */
  EmitResult tryFail(Throwable error);

  /**
   * Returns the demand: how many items the subscriber requested beyond those it got. {@link
   * Long#MAX_VALUE}: any number (§3.17). A snapshot.
   *
   * @return a number of items
   */
  long requested();

  /**
   * Returns how many items were accepted and are neither delivered nor discarded, not counting the one
   * being delivered. In constant time. A snapshot: without a bound it may be off, while threads emit, by a
   * batch that is changing hands.
   *
   * @return a number of items
   */
  int backlog();

  /**
   * Returns what became of the items so far. In constant time. A snapshot of each figure by itself.
   *
   * @return the figures
   */
  Stats stats();

  /**
   * Subscribes the one subscriber.
   *
   * @param subscriber gets the stream, or an {@link IllegalStateException} through its {@code onError} if
   *     it is not the first
   * @throws NullPointerException if {@code subscriber} is null (§1.9); nothing changes then
   */
  @Override
  void subscribe(Subscriber<? super T> subscriber);

  /**
   * What became of the items of a sink.
   *
   * @param delivered how many the subscriber got
   * @param queued how many wait
   * @param discarded how many were given to the discard hook
   * @param highWater the most that waited at a time: where there is a bound, no less than that, and no more
   *     than may; otherwise as far as the emitting thread noticed
   * @param contended how many emissions found somebody emitting; with a bound, other tries of one that waits
   *     count as well
   */
  record Stats(long delivered, int queued, long discarded, int highWater, long contended) {}
}
