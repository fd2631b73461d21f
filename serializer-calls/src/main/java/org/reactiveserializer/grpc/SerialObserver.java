package org.reactiveserializer.grpc;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.SinkEnd;

/**
 * A front for a {@link StreamObserver} of gRPC, which one thread at a time may call. Any number of threads
 * call the front; the observer gets one signal after the other.
 *
 * <pre>{@code
 * StreamObserver<Event> events = SerialObserver.of(responses); // in place of it, nothing else changes
 * }</pre>
 *
 * <p>{@link #of} hands on everything at once, as the observer itself would: what the peer does not read waits
 * in the memory of gRPC. {@link #whenReady} hands on one item after the other, while gRPC says that it is
 * ready. Everything else waits in the front, where {@link Serializer#bounded} limits how many items, and
 * how many bytes. Fill it by {@link #sink}, whose methods say what happened to an item:
 *
 * <pre>{@code
 * SerialObserver<Event> events = SerialObserver.whenReady(
 *     Serializer.<Event>withDefaults().bounded(1024, 1 << 20, Event::getSerializedSize, Overflow.DROP_NEWEST),
 *     (ServerCallStreamObserver<Event>) responses);
 * events.sink().emit(event, Duration.ofSeconds(1));
 * }</pre>
 *
 * <p><b>Threads, order, outcomes.</b> As {@link SerialSink} says: no lock, and no thread waits for another one but in
 * {@link SerialSink#emit}. Each signal happens-before the next.
 *
 * <p><b>The end.</b> {@link #onCompleted} follows what was accepted; {@link #onError} as well, unless {@link
 * Serializer#errors} says that it overtakes. After the end, {@code onNext} discards its item, and {@code onError} and
 * {@code onCompleted} do nothing.
 *
 * <p><b>A call that is cancelled</b> ends the front: what waits is discarded, and what comes later is refused with
 * {@link org.reactiveserializer.EmitOutcome#CANCELLED}. On a server, {@code whenReady} learns of it from gRPC at once,
 * {@code of} with the next item that it hands on, or its end. On a client, neither learns that the call is over: use {@link
 * #requests}, or {@linkplain SerialSink#abandon abandon} the {@link #sink} when the responses end.
 *
 * <p><b>If the observer throws</b> from {@code onNext}, the same happens, and then, as gRPC asks for, its {@code onError}
 * gets the exception, unless the call is cancelled. No caller of the front gets the exception, since it may belong to the item of another
 * thread: {@link #ended} has it.
 *
 * @param <T> the type of the items
 */
public final class SerialObserver<T> implements StreamObserver<T> {
  private final SerialSink<T> sink;
  private final CallWriter<T> writer;

  private SerialObserver(SerialSink<T> sink, CallWriter<T> writer) {
    this.sink = sink;
    this.writer = writer;
    ((SinkEnd) sink).whenDone(writer::done);
    sink.subscribe(writer);
  }

  /**
   * Makes a front without a bound, which hands on everything at once. It can be made at any time.
   *
   * @param observer gets the signals. Do not call it directly any more
   * @param <T> the type of the items
   * @return the front
   */
  public static <T> SerialObserver<T> of(StreamObserver<? super T> observer) {
    return of(Serializer.<T>withDefaults(), observer);
  }

  /**
   * Makes a front that hands on everything at once. It can be made at any time. A {@linkplain Serializer#bounded bound}
   * limits what waits while another thread is inside the observer.
   *
   * @param settings how many items may wait, what happens to those that are not handed on, and so on
   * @param observer gets the signals. Do not call it directly any more
   * @param <T> the type of the items
   * @return the front
   */
  public static <T> SerialObserver<T> of(
      Serializer<? super T> settings, StreamObserver<? super T> observer) {
    Objects.requireNonNull(observer, "observer is null");
    SerialSink<T> sink = settings.sink();
    return new SerialObserver<>(sink, new CallWriter<>(sink, observer, null, null));
  }

  /**
   * Makes a front that hands on an item only while {@linkplain CallStreamObserver#isReady gRPC is ready}, one at a time,
   * so that none is fetched before it can be sent.
   *
   * <p>It takes the ready handler of the call, and of a call on a server also the cancel handler: use {@link SerialSink#onCancel}
   * in its place. gRPC accepts these handlers only until the method of the service returns; on a client, only
   * inside {@link ClientResponseObserver#beforeStart}. So the front must be made there; {@link #requests} does it for a client.
   *
   * @param settings how many items may wait, what happens to those that are not handed on, and so on
   * @param call gets the signals. Do not call it directly any more
   * @param <T> the type of the items
   * @return the front
   * @throws IllegalStateException if it is too late for handlers
   */
  public static <T> SerialObserver<T> whenReady(
      Serializer<? super T> settings, CallStreamObserver<? super T> call) {
    return make(settings, null, call);
  }

  /**
   * As {@link #whenReady(Serializer, CallStreamObserver)}, with a limit for a peer that takes nothing: when items have
   * waited for so long, the call was not ready, and none was handed on, the front ends. What waits is discarded, the
   * observer's {@code onError} gets {@code DEADLINE_EXCEEDED}, and {@link #ended} fails with the {@link
   * TimeoutException} that the hook gets. A call that has not started is not ready, and one that has got a large
   * message is not until most of it is sent: so the limit must be longer than that may take. On a server, the status follows what
   * gRPC has got already.
   *
   * @param settings how many items may wait, what happens to those that are not handed on, and so on
   * @param limit how long items may wait for the call; it is found at most half of that too late
   * @param call gets the signals. Do not call it directly any more
   * @param <T> the type of the items
   * @return the front
   * @throws IllegalStateException if it is too late for handlers
   */
  public static <T> SerialObserver<T> whenReady(
      Serializer<? super T> settings, HangLimit limit, CallStreamObserver<? super T> call) {
    return make(settings, Objects.requireNonNull(limit, "limit is null"), call);
  }

  private static <T> SerialObserver<T> make(
      Serializer<? super T> settings,
      @Nullable HangLimit limit,
      CallStreamObserver<? super T> call) {
    Objects.requireNonNull(settings, "settings is null");
    Objects.requireNonNull(call, "call is null");
    SerialSink<T> sink = settings.sink();
    CallWriter<T> writer = new CallWriter<>(sink, call, call, limit);
    try {
      if (call instanceof ServerCallStreamObserver<?> served) {
        served.setOnCancelHandler(() -> writer.callIsOver(CallWriter.cancelled()));
      }
      call.setOnReadyHandler(writer::ready);
    } catch (IllegalStateException late) {
      throw new IllegalStateException(
          "too late to make this front: gRPC accepts handlers only until the method of the service returns,"
              + " and on a client only inside beforeStart. Make it there, or use SerialObserver.of",
          late);
    }
    return new SerialObserver<>(sink, writer);
  }

  /**
   * Makes the observer of the responses to a call on a client, whose requests go through a front as {@link #whenReady} makes it.
   * Pass it to the method of the stub, and leave alone what that method returns.
   *
   * <p>When the call is over, for whatever reason, so is the front: what waits is discarded, and then
   * {@code responses} gets its last signal; unless a thread is inside the call, which then discards it.
   *
   * @param settings how many requests may wait, what happens to those that are not handed on, and so on
   * @param responses gets the responses
   * @param started gets the front, before the call starts. What is emitted then waits until gRPC is ready
   * @param <Q> the type of the requests
   * @param <R> the type of the responses
   * @return what to pass to the stub, once
   */
  public static <Q, R> ClientResponseObserver<Q, R> requests(
      Serializer<? super Q> settings,
      StreamObserver<? super R> responses,
      Consumer<? super SerialObserver<Q>> started) {
    return makeRequests(settings, null, responses, started);
  }

  /**
   * As {@link #requests(Serializer, StreamObserver, Consumer)}, with the limit of {@link #whenReady(Serializer, HangLimit,
   * CallStreamObserver) whenReady}. It cancels the call.
   *
   * @param settings how many requests may wait, what happens to those that are not handed on, and so on
   * @param limit how long requests may wait for the call
   * @param responses gets the responses
   * @param started gets the front, before the call starts
   * @param <Q> the type of the requests
   * @param <R> the type of the responses
   * @return what to pass to the stub, once
   */
  public static <Q, R> ClientResponseObserver<Q, R> requests(
      Serializer<? super Q> settings,
      HangLimit limit,
      StreamObserver<? super R> responses,
      Consumer<? super SerialObserver<Q>> started) {
    Objects.requireNonNull(limit, "limit is null");
    return makeRequests(settings, limit, responses, started);
  }

  private static <Q, R> ClientResponseObserver<Q, R> makeRequests(
      Serializer<? super Q> settings,
      @Nullable HangLimit limit,
      StreamObserver<? super R> responses,
      Consumer<? super SerialObserver<Q>> started) {
    Objects.requireNonNull(settings, "settings is null");
    Objects.requireNonNull(responses, "responses is null");
    Objects.requireNonNull(started, "started is null");
    return new ClientResponseObserver<>() {
      // Set before the call starts.
      private @Nullable SerialObserver<Q> front;

      @Override
      public void beforeStart(ClientCallStreamObserver<Q> call) {
        SerialObserver<Q> made = make(settings, limit, call);
        front = made;
        started.accept(made);
      }

      @Override
      public void onNext(R response) {
        responses.onNext(response);
      }

      @Override
      public void onError(Throwable error) {
        end(error);
        responses.onError(error);
      }

      @Override
      public void onCompleted() {
        end(new CancellationException("the call is over: the server has completed it"));
        responses.onCompleted();
      }

      private void end(Throwable why) {
        SerialObserver<Q> made = front;
        if (made != null) {
          made.writer.callIsOver(why);
        }
      }
    };
  }

  /** Emits an item; if it is not accepted, it is discarded. */
  @Override
  public void onNext(T item) {
    sink.emitOrDiscard(item);
  }

  /** Ends the call with an error. Does nothing after the end. */
  @Override
  public void onError(Throwable error) {
    sink.tryFail(error);
  }

  /** Completes the call after all accepted items. Does nothing after the end. */
  @Override
  public void onCompleted() {
    sink.tryComplete();
  }

  /**
   * As {@link #onCompleted}, with a limit: what the observer has not got by then is discarded, as with {@link
   * SerialSink#abandon}, and the observer gets a cancellation.
   *
   * @param patience how long to wait at most; zero or less: do not wait
   * @return completed as {@link #ended}, with how many items were discarded from this call on
   */
  public CompletionStage<Long> close(Duration patience) {
    long nanos = Check.nanos(Objects.requireNonNull(patience, "patience is null"));
    return writer.ended.within(
        nanos, sink::tryComplete, sink::abandon, () -> sink.stats().discarded());
  }

  /**
   * {@return the sink in front of the observer, always the same} It says what happened to an item, waits for room, and has
   * figures. It has its one subscriber already.
   */
  public SerialSink<T> sink() {
    return sink;
  }

  /**
   * {@return a stage, always the same, that is completed when the observer gets no signal any more, and what waited was
   * discarded} Normally after its {@code onCompleted}; exceptionally with the error of its {@code onError}, with what it
   * threw, with the error of the responses, with a {@link CancellationException} if the call was cancelled, or
   * completed by the server, or with a {@link TimeoutException} by the limit. The thread that delivered last completes it.
   * Nobody else can; a time limit, as {@link java.util.concurrent.CompletableFuture#orTimeout} sets, is that of a stage of
   * its own.
   */
  public CompletionStage<Void> ended() {
    return writer.ended;
  }

  @Override
  public String toString() {
    return "SerialObserver[" + sink + "]";
  }
}
