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
 * <p><b>Threads.</b> All methods may be called by any thread at any time. None blocks, takes a lock
 * or waits for another thread, except {@link #emit}, which parks while there is no room; but if
 * threads meet all the time, an emission may pause for up to 2.3 microseconds, or yield. (In
 * {@linkplain BiasedMode biased mode} there is one more exception: see {@link
 * SerialSubscriber}.) If no thread is delivering, nothing waits and there is demand, the caller
 * delivers its item before its call returns. It then delivers what other threads emit meanwhile, up
 * to the {@linkplain Serializer#drainLimit drain limit} if there is one. Otherwise the item waits,
 * and the call returns. With {@link Serializer#deliverOn} only tasks of the executor deliver, so
 * each item waits for a task.
 *
 * <p>So when a call has returned, its item may still wait, and another thread may deliver it: with
 * its own thread-locals, and what the subscriber throws for the item reaches that thread. Do not
 * reuse what an item refers to before the subscriber is done with it.
 *
 * <p><b>Order.</b> If one emission returned before another one began, by happens-before, its item
 * is delivered first, whichever threads made the calls. (An item that waits for room was not emitted
 * yet as far as {@link #tryEmit} is concerned.) An item that was accepted before {@link
 * #tryComplete} or {@link #tryFail} was called is delivered before the terminal, unless errors are
 * set to be {@linkplain ErrorMode#IMMEDIATE immediate}.
 *
 * <p><b>Demand.</b> The subscriber gets no more items than it requested (§1.1). The others wait,
 * including those that are emitted before there is a subscriber. {@link Serializer#bounded} limits
 * how many may wait. A request that is not positive ends the stream with an {@link
 * IllegalArgumentException} (§3.9), which overtakes the items that wait.
 *
 * <p><b>Every item has one outcome.</b> If the result is not {@linkplain EmitOutcome#isAccepted
 * accepted}, the caller keeps the item, and no hook is called for it. An accepted item is either
 * delivered, or discarded and given to the {@linkplain Serializer#onDiscard discard hook}. If an
 * emit method throws for an item that is not null, the exception comes from the subscriber (§2.13),
 * and the item was delivered or discarded: do not release it. After an {@link OutOfMemoryError} or
 * a {@link StackOverflowError}, also of a hook, the caller cannot know the outcome.
 *
 * <p><b>One subscriber.</b> The first subscriber gets the stream; any other gets an {@link
 * IllegalStateException}. For several subscribers, feed the library's own processor or sink, which
 * has them: {@code ReactorSerializer.many(target)}, {@code RxSerializer.processor(target)} and {@code
 * subject(target)}, {@code MutinySerializer.emitterFor(target)}. When the subscriber has cancelled, the sink accepts
 * nothing more.
 *
 * @param <T> the type of the items
 */
public interface SerialSink<T> extends Publisher<T> {
  /**
   * Emits an item: the calling thread delivers it, or it waits. If the queue is {@linkplain
   * Serializer#bounded bounded} and full, {@link Overflow} decides.
   *
   * @param item the item
   * @return what happened to the item
   */
  EmitOutcome tryEmit(T item);

  /**
   * Emits an item as {@link #tryEmit} does; but if the queue is full, parks the calling thread
   * until there is room. {@link Overflow} does not apply: if there is no room when the time is up,
   * the result is {@link EmitOutcome#OVERFLOW}, and the caller keeps the item.
   *
   * <p>The timeout limits the wait, not the call. Once the thread delivers, it also delivers what
   * others emit meanwhile; see {@link Serializer#drainLimit}.
   *
   * <p><b>Order.</b> Those that wait for room stand in one line, threads and the stages of {@link
   * #emitAsync} alike, and get a place in the order in which they came. {@link #tryEmit} does not join
   * that line. With {@link Overflow#DROP_OLDEST} there is always room, and nobody waits.
   *
   * <p><b>Wake-up.</b> With a capacity of less than 8, a waiting thread is woken when its item has a
   * place. With a capacity of 8 or more, threads are woken each time a quarter of the capacity was
   * delivered, and when delivery pauses. In between, a waiting thread looks by itself, at growing
   * intervals of at most a second. So the call may return up to a second after its item has a place.
   *
   * <p><b>Interruption.</b> If the thread is interrupted before or while it waits, and its item has no
   * place yet, the result is {@link EmitOutcome#INTERRUPTED}, and the
   * thread stays interrupted.
   *
   * <p>A virtual thread releases its carrier while it waits. If the subscriber calls this method
   * from within a signal of this sink, it does not wait, since no other thread could make room. Do
   * not call this method from hooks, or from tasks of the executor that delivers ({@link
   * Serializer#drainLimit}, {@link Serializer#deliverOn}): a hook may run in the delivering thread,
   * and a task may occupy the thread that must deliver, so the wait could prevent what it waits
   * for.
   *
   * @param item the item
   * @param timeout how long to wait at most; zero or less: do not wait
   * @return what happened to the item
   */
  EmitOutcome emit(T item, Duration timeout);

  /**
   * Emits an item as {@link #tryEmit} does; but if the queue is full, the item waits for room, and no
   * thread waits with it. {@link Overflow} does not apply. If there is room and nobody waits for it, or the stream has
   * ended, the stage is complete when this method returns. Otherwise it is completed when the item has
   * a place ({@link EmitOutcome#QUEUED}), or the stream ends ({@link EmitOutcome#TERMINATED}, {@link
   * EmitOutcome#CANCELLED}: the caller keeps the item). It is never completed exceptionally by this
   * sink.
   *
   * <p><b>Order.</b> If a call of this method returned before another one began, by happens-before, its
   * item is delivered first, also if both wait. For {@link #emit} and this method there is one line; {@link
   * #tryEmit} does not join it.
   *
   * <p><b>Threads.</b> The common pool of {@link java.util.concurrent.ForkJoinPool} completes a stage
   * that has waited, or the executor of {@link Serializer#answerOn}: not the thread that delivers. If
   * the executor throws, the thread that found room or ended the stream completes the stage.
   *
   * <p><b>Giving up.</b> Whoever completes or cancels the stage as a {@link
   * java.util.concurrent.CompletableFuture}, also through {@code orTimeout}, withdraws the item: it is not
   * emitted. If the item has its place already, or the stream has ended, the stage is completed with that
   * outcome instead, and {@code cancel} returns false. (A {@code copy()} or a dependent stage does not
   * withdraw the item.)
   *
   * <p><b>Bounds.</b> As many items may wait for room as fit into the heap: each takes 64 bytes besides
   * its own (with compressed references). So wait for the stage before you emit the next item, or limit
   * their number.
   *
   * @param item the item
   * @return the outcome
   */
  CompletionStage<EmitOutcome> emitAsync(T item);

  /**
   * Runs a callback once, as soon as there is room, or the stream has ended. It is for producers that
   * keep their items themselves: one whose item found no room calls this, and tries again in the
   * callback. It does not matter whether room was made between the two. The callback waits in the line of
   * {@link #emitAsync}. The room is not kept for it, and items that wait in the line behind it may take
   * it: if {@link #tryEmit} finds none, call this again.
   *
   * <p>The executor of {@link Serializer#answerOn} runs it, by default the common pool. What the callback throws goes
   * to the {@linkplain Serializer#onErrorDropped dropped-error hook}.
   *
   * @param callback runs once
   * @return this sink
   */
  SerialSink<T> onRoom(Runnable callback);

  /**
   * Emits an item as {@link #tryEmit} does, for a caller that would not look at the result, such as
   * a method reference that is registered somewhere: {@code register(sink::emitOrDiscard)}. An item
   * that is not accepted goes to the {@linkplain Serializer#onDiscard discard hook}, and is counted
   * as {@linkplain Stats#discarded discarded}.
   *
   * @param item the item; the caller keeps none
   */
  void emitOrDiscard(T item);

  /**
   * Completes the stream after all accepted items.
   *
   * @return {@link EmitOutcome#DELIVERED} if the subscriber got the completion; {@link
   *     EmitOutcome#QUEUED} if it will get it, unless it cancels or throws before; {@link
   *     EmitOutcome#TERMINATED} or {@link EmitOutcome#CANCELLED} if the stream had ended before
   */
  EmitOutcome tryComplete();

  /**
   * Ends the stream with an error: after all accepted items, unless errors are set to be
   * {@linkplain ErrorMode#IMMEDIATE immediate}.
   *
   * @param error the error; the caller keeps it if the result is not {@linkplain
   *     EmitOutcome#isAccepted accepted}, and no hook is called
   * @return as with {@link #tryComplete}
   */
  EmitOutcome tryFail(Throwable error);

  /**
   * Ends the stream at once, since nobody will care for it any more: for example because no
   * subscriber has come, or the subscriber requests nothing. What waits is discarded. What is
   * emitted later is refused with {@link EmitOutcome#TERMINATED}. The subscriber, also one that
   * comes later, gets a {@link java.util.concurrent.CancellationException}. It replaces a terminal
   * that the subscriber has not got yet, unless that is an immediate error; an error that is replaced
   * goes to the dropped-error hook. If
   * there is no subscriber, the callback of {@link #onTermination} is called now. Does nothing if the
   * subscriber has got its terminal, or has cancelled or thrown, or after another such call.
   *
   * <p>The items are discarded when this method returns, unless another thread is delivering: then
   * by that thread, when the subscriber returns from its signal. If there is a subscriber, and a task
   * of an executor must deliver ({@link Serializer#deliverOn}, {@link Serializer#drainLimit}), that
   * task discards them. In front of another sink ({@code ReactorSerializer.many(target)} and the
   * like) that sink is the subscriber.
   */
  void abandon();

  /**
   * Returns the demand, which is a snapshot: how many of the items that the subscriber requested it
   * has not got yet. {@link Long#MAX_VALUE} means any number (§3.17).
   *
   * @return a number of items
   */
  long requested();

  /**
   * Returns how many accepted items wait: those that are neither delivered nor discarded, without
   * the one that is being delivered. Takes constant time. The number is a snapshot. Without a
   * bound, and while threads emit, it may be wrong by the size of a batch that the delivering
   * thread is taking over at that moment.
   *
   * @return a number of items
   */
  int backlog();

  /**
   * Returns what happened to the items so far. Takes constant time. Each figure is a snapshot by
   * itself.
   *
   * @return the figures
   */
  Stats stats();

  /**
   * Returns whether there is a subscriber that has neither cancelled nor thrown nor got the
   * terminal. The result is a snapshot.
   *
   * @return true if so
   */
  boolean hasSubscriber();

  /**
   * Returns whether the stream was completed, failed or cancelled, or the subscriber threw, so that
   * nothing more is accepted. Items and the terminal may still wait to be delivered.
   *
   * @return true if so; it stays true
   */
  boolean isTerminated();

  /**
   * Sets a callback for the demand: for what the subscriber has requested and not got yet, if there
   * is any, and for each later {@linkplain org.reactivestreams.Subscription#request request}. Each
   * part of the demand is told once; after {@link Long#MAX_VALUE} nothing follows. It replaces the
   * callback set before. This method calls it for the demand that there is; later the thread that
   * requests calls it. If no
   * other thread is delivering, it delivers the waiting items first. Several threads may call it at
   * the same time. It is not called any more after the stream was completed, failed or cancelled,
   * or the subscriber threw. What the callback throws goes to the {@linkplain Serializer#onErrorDropped dropped-error
   * hook}.
   *
   * @param callback gets the number of items requested
   * @return this sink
   */
  SerialSink<T> onRequest(LongConsumer callback);

  /**
   * Sets a callback that is called once when the subscriber cancels or throws. It replaces the
   * callback set before. The thread that cancels or delivers calls it. If the subscriber has
   * cancelled or thrown already, this method calls it at once. It is not called if the stream ended
   * with a terminal, even if the subscriber threw from that. (If it threw a
   * {@link StackOverflowError}, nobody knows whether it got the terminal, and the callback is
   * called.) What the callback throws goes to the
   * {@linkplain Serializer#onErrorDropped dropped-error hook}; if this method called it, to the caller.
   *
   * @param callback the callback
   * @return this sink
   */
  SerialSink<T> onCancel(Runnable callback);

  /**
   * Sets a callback that is called once when the subscriber has got its terminal, has cancelled or
   * has thrown. It replaces the callback set before. The thread that cancels or delivers calls it; a
   * cancellation calls it at once, also while the subscriber is still in a signal, so an operator
   * that subscribes again from there ({@code retry}, {@code repeat}) finds that this stream has
   * ended. If one of these things has happened already, this method calls it at once. What the
   * callback throws is treated as with {@link #onCancel}.
   *
   * @param callback the callback
   * @return this sink
   */
  SerialSink<T> onTermination(Runnable callback);

  /**
   * Returns the stream as a publisher without the methods that feed it: it cannot be cast back to a
   * sink.
   *
   * @return a publisher with the same one subscriber
   */
  Publisher<T> asPublisher();

  /**
   * Subscribes the one subscriber. If no other thread is delivering, this method calls its {@code
   * onSubscribe} and delivers what waits, as far as it is requested; otherwise the thread that is
   * delivering does, perhaps after this method has returned. With {@link Serializer#deliverOn} this
   * method may call {@code onSubscribe}, and a task delivers.
   *
   * @param subscriber gets the stream; or, if it is not the first, an {@link IllegalStateException}
   *     through its {@code onError}
   */
  @Override
  void subscribe(Subscriber<? super T> subscriber);
}
