package org.reactiveserializer;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A stream that any number of threads feed, with one subscriber. {@link Serializer#sink} makes it.
 * Do not implement this interface: methods may be added. RxJava, Reactor, Mutiny and {@link
 * java.util.concurrent.Flow} see the same sink through {@code RxSerializer.flowable}, {@code
 * ReactorSerializer.flux}, {@code MutinySerializer.multi} and {@code FlowSerializer.publisher}.
 *
 * <p><b>Threads.</b> As in {@link SerialSubscriber}: any thread may call any method at any time, and
 * none blocks, except {@link #emit}, which parks while there is no room. If no thread is delivering,
 * nothing waits and there is demand, the caller delivers its item before its call returns.
 * Otherwise the item waits, and another thread may deliver it: with its own thread-locals, and what
 * the subscriber throws for the item reaches that thread. Do not reuse what an item refers to
 * before the subscriber is done with it.
 *
 * <p><b>Order.</b> If one emission returned before another one began, by happens-before, its item
 * is delivered first, whichever threads made the calls. (An item that waits for room was not emitted
 * yet as far as {@link #tryEmit} is concerned.) An item that was accepted before {@link
 * #tryComplete} or {@link #tryFail} was called is delivered before the terminal, unless errors are
 * {@linkplain ErrorMode#IMMEDIATE immediate}.
 *
 * <p><b>Demand.</b> The subscriber gets no more items than it requested (§1.1). The others wait,
 * also those that are emitted before there is a subscriber; {@link Serializer#bounded} limits how
 * many. A request that is not positive ends the stream with an {@link IllegalArgumentException}
 * (§3.9), which overtakes the items that wait.
 *
 * <p><b>Every item has one outcome.</b> If the result is not {@linkplain EmitOutcome#isAccepted
 * accepted}, the caller keeps the item, and no hook is called for it. An accepted item is either
 * delivered, or given to the {@linkplain Serializer#onDiscard discard hook}. If an emit method
 * throws for an item that is not null, the exception comes from the subscriber (§2.13), and the
 * item was delivered or discarded: do not release it. For the end of the stack or the heap see
 * {@link SerialSubscriber}.
 *
 * <p><b>One subscriber.</b> The first subscriber gets the stream; any other gets an {@link
 * IllegalStateException}. For several subscribers, feed the library's own processor or sink: {@code
 * ReactorSerializer.many(target)}, {@code RxSerializer.processor(target)} and {@code
 * subject(target)}, {@code MutinySerializer.emitterFor(target)}.
 *
 * @param <T> the type of the items
 */
public interface SerialSink<T> extends Publisher<T> {
  /**
   * Emits an item: the calling thread delivers it, or it waits. If there is no {@linkplain
   * Serializer#bounded room}, or other items wait for room, {@link Overflow} decides.
   *
   * @param item the item
   * @return what happened to the item
   */
  EmitOutcome tryEmit(T item);

  /**
   * Emits an item as {@link #tryEmit} does; but if there is no room, parks the calling thread until
   * there is. {@link Overflow} does not apply: when the time is up, the result is {@link
   * EmitOutcome#OVERFLOW}, and the caller keeps the item. The timeout limits the wait, not the call,
   * which may deliver what others emit meanwhile.
   *
   * <p><b>Order.</b> Items that wait for room stand in one line, those of threads and those of {@link
   * #emitAsync}. They get room in the order in which they came, and who waits is woken at once. While
   * an item is in the line, {@link #tryEmit} finds no room. With {@link
   * Overflow#DROP_OLDEST} there is always room, and nobody waits.
   *
   * <p><b>Interruption.</b> If the thread is interrupted before or while it waits, and its item has no
   * place yet, the result is {@link EmitOutcome#INTERRUPTED}, and the thread stays interrupted.
   *
   * <p>A virtual thread releases its carrier while it waits. From within a signal of this sink, this
   * method does not wait, since no other thread could make room. Do not call it from hooks, or from
   * tasks of the executor that delivers ({@link Serializer#drainLimit}, {@link
   * Serializer#deliverOn}): the wait could prevent what it waits for.
   *
   * @param item the item
   * @param timeout how long to wait at most; zero or less: do not wait
   * @return what happened to the item
   */
  EmitOutcome emit(T item, Duration timeout);

  /**
   * Emits an item as {@link #tryEmit} does; but if there is no room, the item waits for it in the line
   * of {@link #emit}, and no thread waits with it. {@link Overflow} does not apply. The stage is
   * complete when this method returns, unless the item waits; then it is completed when the item has
   * a place ({@link EmitOutcome#QUEUED}), or the stream ends ({@link EmitOutcome#TERMINATED}, {@link
   * EmitOutcome#CANCELLED}: the caller keeps the item). It is never completed exceptionally by this
   * sink.
   *
   * <p><b>Order.</b> If a call of this method returned before another one began, by happens-before, its
   * item is delivered first, also if both wait.
   *
   * <p><b>Threads.</b> The executor of {@link Serializer#answerOn} completes a stage that has waited.
   * If it throws, the thread that made room or ended the stream does.
   *
   * <p><b>Giving up.</b> Whoever completes or cancels the stage as a {@link
   * java.util.concurrent.CompletableFuture}, also through {@code orTimeout}, withdraws the item: it is not
   * emitted. If its outcome is decided already, the stage is completed with that, and {@code cancel}
   * returns false. (A {@code copy()} or a dependent stage does not withdraw the item.)
   *
   * <p><b>Bounds.</b> As many items may wait for room as fit into the heap: wait for the stage before
   * you emit the next one, or limit their number.
   *
   * @param item the item
   * @return the outcome
   */
  CompletionStage<EmitOutcome> emitAsync(T item);

  /**
   * Runs a callback once, as soon as at most half of the bound is used (with a weight: as soon as nothing waits), or the stream has ended, now or before: for
   * producers that keep their items themselves. It gets what room the line of {@link #emit} leaves, and none is kept
   * for it: if {@link #tryEmit} finds none, call this again. Threads are as with {@link #emitAsync}. What
   * it throws goes to the {@linkplain Serializer#onErrorDropped dropped-error hook}.
   *
   * @param callback runs once
   * @return this sink
   */
  SerialSink<T> onRoom(Runnable callback);

  /**
   * Emits an item as {@link #tryEmit} does, for a caller that would not look at the result: {@code
   * register(sink::emitOrDiscard)}. An item that is not accepted goes to the {@linkplain
   * Serializer#onDiscard discard hook}, and counts as {@linkplain Stats#discarded discarded}.
   *
   * @param item the item; the caller keeps none
   */
  void emitOrDiscard(T item);

  /**
   * Completes the stream after all accepted items. Those that wait for room are refused.
   *
   * @return {@link EmitOutcome#DELIVERED} if the subscriber got the completion; {@link
   *     EmitOutcome#QUEUED} if it will get it, unless it cancels or throws before; {@link
   *     EmitOutcome#TERMINATED} or {@link EmitOutcome#CANCELLED} if the stream had ended before
   */
  EmitOutcome tryComplete();

  /**
   * Ends the stream with an error: after all accepted items, unless errors are {@linkplain
   * ErrorMode#IMMEDIATE immediate}.
   *
   * @param error the error; the caller keeps it if the result is not {@linkplain
   *     EmitOutcome#isAccepted accepted}, and no hook is called
   * @return as with {@link #tryComplete}
   */
  EmitOutcome tryFail(Throwable error);

  /**
   * Ends the stream at once, since nobody will care for it any more: for example because no
   * subscriber has come. What waits is discarded. What is emitted later is refused with {@link
   * EmitOutcome#TERMINATED}. The subscriber, also one that comes later, gets a {@link
   * java.util.concurrent.CancellationException}, in place of a terminal that it has not got yet, unless
   * that is an immediate error; an error that is replaced is dropped. Without a subscriber the
   * callback of {@link #onTermination} is called now. Does nothing after the subscriber has got its
   * terminal, cancelled or thrown.
   *
   * <p>The items are discarded when this method returns, unless another thread is delivering, or a task
   * of an executor must: then by that one.
   */
  void abandon();

  /** {@return the demand, a snapshot: see {@link SerialSubscriber#requested}} */
  long requested();

  /**
   * {@return how many accepted items wait, without the one that is being delivered} Takes constant
   * time. The number is a snapshot; without a bound it may be wrong by the size of a batch that the
   * delivering thread is taking over at that moment.
   */
  int backlog();

  /** {@return what happened to the items so far} Takes constant time. Each figure is a snapshot. */
  Stats stats();

  /** {@return whether there is a subscriber that has not cancelled, thrown or got the terminal} */
  boolean hasSubscriber();

  /** {@return whether nothing more is accepted: see {@link SerialSubscriber#isTerminated}} */
  boolean isTerminated();

  /**
   * Sets a callback for the demand that there is, if any, and for each later request, in place of the one
   * set before. Each part of the demand is told once; after {@link Long#MAX_VALUE} nothing follows, and
   * nothing after an end. This method calls it, and then each thread that requests, after it has
   * delivered what waits; several may do so at the same time. What it throws goes to the {@linkplain
   * Serializer#onErrorDropped dropped-error hook}.
   *
   * @param callback gets the number of items requested
   * @return this sink
   */
  SerialSink<T> onRequest(LongConsumer callback);

  /**
   * Sets a callback that is called once when the subscriber cancels or throws before the terminal, in
   * place of the one set before. The thread that cancels or delivers calls it; this method does if it has
   * happened already. What it throws goes to the {@linkplain Serializer#onErrorDropped dropped-error
   * hook}; if this method called it, to the caller.
   *
   * @param callback the callback
   * @return this sink
   */
  SerialSink<T> onCancel(Runnable callback);

  /**
   * As {@link #onCancel}, when the subscriber has got its terminal, has cancelled or has thrown. A
   * cancellation calls it at once, also while the subscriber is in a signal: an operator that
   * subscribes again from there ({@code retry}, {@code repeat}) finds that this stream has ended.
   *
   * @param callback the callback
   * @return this sink
   */
  SerialSink<T> onTermination(Runnable callback);

  /** {@return the stream without the methods that feed it: it cannot be cast back to a sink} */
  Publisher<T> asPublisher();

  /**
   * Subscribes the one subscriber. This method calls its {@code onSubscribe} and delivers what waits, as
   * far as it is requested; if another thread is delivering, that does, perhaps later. With {@link
   * Serializer#deliverOn} this method may call {@code onSubscribe}, and a task delivers.
   *
   * @param subscriber gets the stream; or, if it is not the first, an {@link IllegalStateException}
   */
  @Override
  void subscribe(Subscriber<? super T> subscriber);
}
