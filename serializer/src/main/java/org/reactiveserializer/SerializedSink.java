package org.reactiveserializer;

import java.time.Duration;
import java.util.function.LongConsumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A stream that any number of threads feed, with one subscriber. Made by {@link Serializer#sink}.
 * Not for implementation by others: methods may be added. RxJava, Reactor, Mutiny and
 * {@link java.util.concurrent.Flow} see the same sink through {@code RxSerializer.flowable},
 * {@code ReactorSerializer.flux}, {@code MutinySerializer.multi} and
 * {@code FlowSerializer.publisher}.
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. None blocks, takes a lock
 * or waits for another thread, except {@link #emit}, which parks while there is no room (see
 * {@link SerializedSubscriber} where {@link Serializer#bias()} is on). If no thread is delivering,
 * nothing waits and there is demand, the caller delivers its item before its call returns, and then
 * what other threads emit meanwhile, up to the {@linkplain Serializer#drainLimit drain limit} if
 * there is one. Otherwise the item waits, and the call returns.
 *
 * <p><b>Order.</b> The items of one thread are delivered in the order in which it emitted them. An
 * item that was accepted before {@link #tryComplete} or {@link #tryFail} was called is delivered
 * before the terminal, unless errors are set to be {@linkplain ErrorMode#IMMEDIATE immediate}.
 *
 * <p><b>Demand.</b> Items are delivered only as far as the subscriber requested them (§1.1). Others
 * wait, including those that are emitted before there is a subscriber. {@link Serializer#bounded}
 * limits how many may wait.
 *
 * <p><b>Every result is true of its item.</b> The caller keeps an item that was not
 * {@linkplain EmitResult#isAccepted accepted}, and no hook is called for it. An accepted item is
 * delivered, or discarded and given to the {@linkplain Serializer#onDiscard discard hook}; exactly
 * one of the two. If an emit method throws, the exception comes from the subscriber (§2.13), and
 * the item was delivered or discarded: do not release it. After an {@link OutOfMemoryError} or
 * {@link StackOverflowError} the caller cannot know the outcome.
 *
 * <p><b>The subscriber</b> is the first one; any other gets an {@link IllegalStateException}. For
 * several subscribers, put an operator such as {@code publish().autoConnect()} behind the sink.
 * When the subscriber has cancelled, the sink accepts nothing more.
 *
 * @param <T> the type of the items
 */
public interface SerializedSink<T> extends Publisher<T> {
  /**
   * Emits an item: the calling thread delivers it, or it waits.
   *
   * @param item the item
   * @return what happened to the item
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  EmitResult tryEmit(T item);

  /**
   * Emits an item as {@link #tryEmit} does; but if the queue is full, parks the calling thread
   * until there is room. {@link Overflow} does not apply: when the time is up, the result is
   * {@link EmitResult#OVERFLOW}, and the caller keeps the item.
   *
   * <p>The timeout limits the wait, not the call. Once the thread delivers, it also delivers what
   * others emit meanwhile; see {@link Serializer#drainLimit}.
   *
   * <p><b>Wake-up.</b> With a capacity of 8 or more, waiting threads are woken in batches: when a
   * quarter of the queue is free, or when delivery pauses. With less, a thread may wait for about
   * twice as long as necessary.
   *
   * <p><b>Interruption.</b> If the thread is interrupted, before or while it waits, it makes one
   * last attempt. If that finds no room, the result is {@link EmitResult#INTERRUPTED}, and the
   * thread stays interrupted.
   *
   * <p>A virtual thread releases its carrier while it waits. The subscriber may call this method
   * from within a signal of this sink: then it does not wait, since no other thread could make
   * room. Do not call it from hooks, or from tasks of the drain limit's executor: they may run in
   * the delivering thread.
   *
   * @param item the item
   * @param timeout how long to wait at most; zero or less: not at all
   * @return what happened to the item
   * @throws NullPointerException if {@code item} or {@code timeout} is null; nothing changes then
   */
  EmitResult emit(T item, Duration timeout);

  /**
   * Completes the stream after all accepted items.
   *
   * @return {@link EmitResult#DELIVERED} if the subscriber got the completion;
   *     {@link EmitResult#QUEUED} if it will, unless it cancels; {@link EmitResult#TERMINATED} or
   *     {@link EmitResult#CANCELLED} if the stream had ended before
   */
  EmitResult tryComplete();

  /**
   * Ends the stream with an error: after all accepted items, unless errors are set to be
   * {@linkplain ErrorMode#IMMEDIATE immediate}.
   *
   * @param error the error; the caller keeps it if the result is not
   *     {@linkplain EmitResult#isAccepted accepted}, and no hook is called
   * @return as with {@link #tryComplete}
   * @throws NullPointerException if {@code error} is null; nothing changes then
   */
  EmitResult tryFail(Throwable error);

  /**
   * Returns the demand: how many items the subscriber requested and has not got.
   * {@link Long#MAX_VALUE}: any number (§3.17). A snapshot.
   *
   * @return a number of items
   */
  long requested();

  /**
   * Returns how many accepted items wait: neither delivered nor discarded, without the one that is
   * being delivered. In constant time. A snapshot: without a bound it may be off, while threads
   * emit, by a batch that is being taken at that moment.
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

  /**
   * Returns whether there is a subscriber that has neither cancelled nor got the terminal. A
   * snapshot.
   *
   * @return true if so
   */
  boolean hasSubscriber();

  /**
   * Returns whether the stream was completed, failed or cancelled: nothing more is accepted. Items
   * and the terminal may still wait to be delivered.
   *
   * @return true if so; it stays true
   */
  boolean isTerminated();

  /**
   * Sets what is called with each later {@linkplain org.reactivestreams.Subscription#request
   * request} of the subscriber, in place of the callback set before. It is called by the thread
   * that requests, after the items that could be delivered at once; perhaps by several threads at
   * the same time. What it throws goes to the {@linkplain Serializer#onDropped dropped-error hook}.
   *
   * @param callback gets the number of items requested
   * @return this sink
   */
  SerializedSink<T> onRequest(LongConsumer callback);

  /**
   * Sets what is called once when the subscriber cancels, or throws, in place of the callback set
   * before. It is called by the thread that cancels or delivers; if that has happened already, by
   * the calling thread at once. It is not called after the terminal. What it throws goes to the
   * {@linkplain Serializer#onDropped dropped-error hook}; if it is called at once, to the caller.
   *
   * @param callback the callback
   * @return this sink
   */
  SerializedSink<T> onCancel(Runnable callback);

  /**
   * Sets what is called once when the subscriber has got its terminal, has cancelled or has thrown,
   * in place of the callback set before. It is called by the thread that delivers; if that has
   * happened already, by the calling thread at once. What it throws goes as with {@link #onCancel}.
   *
   * @param callback the callback
   * @return this sink
   */
  SerializedSink<T> onTermination(Runnable callback);

  /**
   * Returns the stream without the methods that feed it: the result cannot be cast back to a sink.
   *
   * @return a publisher with the same one subscriber
   */
  Publisher<T> asPublisher();

  /**
   * Subscribes the one subscriber.
   *
   * @param subscriber gets the stream; or, if it is not the first, an {@link IllegalStateException}
   *     through its {@code onError}
   * @throws NullPointerException if {@code subscriber} is null (§1.9); nothing changes then
   */
  @Override
  void subscribe(Subscriber<? super T> subscriber);
}
