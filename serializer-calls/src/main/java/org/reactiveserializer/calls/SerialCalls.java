package org.reactiveserializer.calls;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.calls.internal.Caller;
import org.reactiveserializer.internal.settings.Check;

/**
 * A front for an object that one thread at a time may call: a connection, a session, a stream of an
 * RPC, a file. Any number of threads call the front; the object gets one call after the other.
 *
 * <pre>{@code
 * SerialCalls<String> calls = SerialCalls.of(session, Session::sendText);
 * calls.tryCall("from any thread");
 * }</pre>
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. If no call of the object is
 * under way, the thread makes its call itself, before its method returns, and then those which other
 * threads left meanwhile. Otherwise it leaves its call to the thread that is inside, and goes on. No thread
 * waits for another one, but in {@link #call}. With {@link Serializer#deliverOn} an executor makes all
 * calls.
 *
 * <p><b>Order.</b> If one method returned before another one began, by happens-before, its call is made
 * first. (An item that waits for room, in {@link #callAsync} or {@link #call}, was not called yet as far as {@link #tryCall} is
 * concerned.) Each call happens-before the next.
 *
 * <p><b>Bounds.</b> {@link #of(Object, Call)} lets 1,024 calls wait. {@link Serializer#bounded(int, long,
 * java.util.function.ToLongFunction, Overflow)} bounds the number, and the weight, for example in bytes. A {@link
 * HangLimit} ends the front if one call takes too long; its hook should close the object.
 *
 * <p><b>Failures.</b> What a call throws ends the front: the calls that wait are not made, their items
 * go to the {@linkplain Serializer#onDiscard discard hook}, and the front accepts no more ({@link
 * EmitOutcome#CANCELLED}). No caller gets the exception, since it may belong to another one's item: {@link
 * #ended} has it, or, if nobody has asked for that, the {@linkplain Serializer#onErrorDropped hook for errors}, which
 * logs it by default. If one failed call must not end the others, let it catch what it throws.
 *
 * <p><b>Every item has one outcome</b>, as in a {@link SerialSink}. {@link EmitOutcome#DELIVERED} says that
 * this thread has made the call, which may have failed.
 *
 * @param <T> the type of the items, one for each call
 */
public final class SerialCalls<T> {
  private static final int CAPACITY = 1_024;

  private final SerialSink<T> sink;
  private final Caller<?, T> caller;

  private <S> SerialCalls(
      Serializer<? super T> settings,
      @Nullable HangLimit limit,
      S target,
      AsyncCall<? super S, ? super T> call,
      long requested) {
    this.sink = settings.sink();
    this.caller = new Caller<>(sink, limit, target, call, requested);
    sink.subscribe(caller);
  }

  /**
   * A call of an object with an item.
   *
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  @FunctionalInterface
  public interface Call<S, T> {
    /**
     * Calls the object.
     *
     * @param target the object
     * @param item the item
     * @throws Exception ends the front
     */
    void make(S target, T item) throws Exception;
  }

  /**
   * A call of an object that has not ended when it returns.
   *
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  @FunctionalInterface
  public interface AsyncCall<S, T> {
    /**
     * Calls the object.
     *
     * @param target the object
     * @param item the item
     * @return completed when the call has ended, by any thread; exceptionally: this ends the front
     * @throws Exception ends the front
     */
    CompletionStage<?> make(S target, T item) throws Exception;
  }

  /**
   * {@return a front for which at most 1,024 calls wait; more are refused}
   *
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> of(S target, Call<? super S, ? super T> call) {
    return of(SerialCalls.<T>defaults(), target, call);
  }

  /**
   * {@return a front with settings}
   *
   * @param settings how many calls wait, what happens to those that are not made, and so on
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> of(
      Serializer<? super T> settings, S target, Call<? super S, ? super T> call) {
    return new SerialCalls<>(settings, null, target, made(call), Long.MAX_VALUE);
  }

  /**
   * {@return a front whose calls have a limit}
   *
   * @param settings how many calls wait, what happens to those that are not made, and so on
   * @param limit how long a call may take
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> of(
      Serializer<? super T> settings, HangLimit limit, S target, Call<? super S, ? super T> call) {
    Objects.requireNonNull(limit, "limit is null");
    return new SerialCalls<>(settings, limit, target, made(call), Long.MAX_VALUE);
  }

  /**
   * {@return a front as {@link #of(Object, Call)} makes it, for calls that end later} The next call is made when the stage
   * of the one before it is complete, by the thread that completes it. So it may also be a thread of the object.
   *
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> ofAsync(S target, AsyncCall<? super S, ? super T> call) {
    return ofAsync(SerialCalls.<T>defaults(), target, call);
  }

  /**
   * {@return a front as {@link #ofAsync(Object, AsyncCall)} makes it, with settings}
   *
   * @param settings how many calls wait, what happens to those that are not made, and so on
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> ofAsync(
      Serializer<? super T> settings, S target, AsyncCall<? super S, ? super T> call) {
    return new SerialCalls<>(settings, null, target, call, 1);
  }

  /**
   * {@return a front as {@link #ofAsync(Object, AsyncCall)} makes it, with settings and a limit}
   *
   * @param settings how many calls wait, what happens to those that are not made, and so on
   * @param limit how long a call may take, until its stage is complete
   * @param target the object. Do not call it directly any more, except to close it
   * @param call calls it
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static <S, T> SerialCalls<T> ofAsync(
      Serializer<? super T> settings,
      HangLimit limit,
      S target,
      AsyncCall<? super S, ? super T> call) {
    Objects.requireNonNull(limit, "limit is null");
    return new SerialCalls<>(settings, limit, target, call, 1);
  }

  private static <S, T> AsyncCall<S, T> made(Call<? super S, ? super T> call) {
    Objects.requireNonNull(call, "call is null");
    return (target, item) -> {
      call.make(target, item);
      return Caller.MADE;
    };
  }

  private static <T> Serializer<T> defaults() {
    return Serializer.<T>withDefaults().bounded(CAPACITY, Overflow.DROP_NEWEST);
  }

  /**
   * Makes a call, or leaves it to the thread that is inside: as {@link SerialSink#tryEmit}.
   *
   * @param item the item
   * @return what happened to the item
   */
  public EmitOutcome tryCall(T item) {
    return sink.tryEmit(item);
  }

  /**
   * As {@link #tryCall}, but waits while there is no room, as {@link SerialSink#emit}; not inside a call. (While a call of
   * {@link #ofAsync} is under way, its stage must not wait for this.)
   *
   * @param item the item
   * @param timeout how long to wait at most
   * @return what happened to the item
   */
  public EmitOutcome call(T item, Duration timeout) {
    return sink.emit(item, timeout);
  }

  /**
   * As {@link #tryCall}; but if there is no room, the item waits for it without a thread, as {@link SerialSink#emitAsync}.
   *
   * @param item the item
   * @return the outcome of the item, when it has room or the front has ended: not of its call
   */
  public CompletionStage<EmitOutcome> callAsync(T item) {
    return sink.emitAsync(item);
  }

  /**
   * Runs a callback once, as soon as there is room, or the front has ended: as {@link SerialSink#onRoom}.
   *
   * @param callback what to run
   * @return this
   */
  public SerialCalls<T> onRoom(Runnable callback) {
    sink.onRoom(callback);
    return this;
  }

  /**
   * Accepts no more calls. Those that wait are still made.
   *
   * @return false if the front had ended before
   */
  public boolean end() {
    return sink.tryComplete().isAccepted();
  }

  /**
   * As {@link #end}, with a limit: the calls that are not made by then are not made, as with {@link #abandon()}. One that is
   * under way goes on.
   *
   * @param patience how long to wait at most; zero or less: do not wait
   * @return completed when no call is under way any more, with how many items were discarded from this call on
   */
  public CompletionStage<Long> close(Duration patience) {
    long nanos = Check.nanos(Objects.requireNonNull(patience, "patience is null"));
    return caller.close(nanos, this::end);
  }

  /** Accepts no more calls. Those that wait are not made: their items are discarded. One that is under way goes on. */
  public void abandon() {
    sink.abandon();
  }

  /**
   * As {@link #abandon()}, for a reason.
   *
   * @param reason what {@link #ended} fails with, unless a call has failed before
   */
  public void abandon(Throwable reason) {
    caller.abandon(Objects.requireNonNull(reason, "reason is null"));
  }

  /**
   * {@return a stage, always the same, that is completed when no call is under way any more, and none will follow}
   * Normally after {@link #end}; exceptionally with what a call threw, with a {@link
   * java.util.concurrent.TimeoutException} if one was too long, or with a {@link
   * java.util.concurrent.CancellationException} after {@link #abandon}. So this is the place to close the object. If that
   * hangs, no limit finds it. The thread that made the last call completes the stage, or the one that ends a front in
   * which no call is under way. Nobody else can complete it; a time limit, as {@link
   * java.util.concurrent.CompletableFuture#orTimeout} sets, is that of a stage of its own.
   */
  public CompletionStage<Void> ended() {
    return caller.ended();
  }

  /** {@return figures} {@link Stats#delivered} is how many calls were made, or are being made. */
  public Stats stats() {
    return sink.stats();
  }

  @Override
  public String toString() {
    return "SerialCalls[" + sink + "]";
  }
}
