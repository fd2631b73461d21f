package org.reactiveserializer.grpc;

import io.grpc.Status;
import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.internal.CallWatch;
import org.reactiveserializer.calls.internal.Caller;
import org.reactiveserializer.calls.internal.EndStage;
import org.reactiveserializer.internal.settings.Threads;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscriber that calls the observer. Nothing escapes from a call: it may belong to the item of
 * another thread.
 *
 * <p>With a call that says when it is ready, one item at a time is requested. Two threads may find that it
 * is ready: the one that has just handed an item on, and gRPC's, which calls {@link #ready} after each change
 * from not ready to ready. Who makes {@code turns} odd requests; so only one of them does. No change is missed: the first
 * thread makes it even before it looks. If it finds gRPC not ready, the change comes after that look, and so does
 * the call of {@code ready}, which finds an even turn. If {@code ready} comes earlier, or meets another turn than it has
 * read, then the look comes after the change.
 *
 * <p><b>A limit.</b> Who finds the call not ready starts the looks of the watch. An even turn that lasts is one in which
 * nothing was handed on. So a thread that makes just this turn odd ends the front: from then on nobody requests, no item is under
 * way, and it cancels. Only the owner signals: it tells the observer last of all, in {@link #done}.
 *
 * @param <T> the type of the items
 */
final class CallWriter<T> implements Subscriber<T> {
  // Stands for a reason: the observer got all, and the completion.
  @SuppressWarnings("StaticAssignmentOfThrowable") // nobody gets it
  private static final Throwable COMPLETED = new CancellationException("completed");

  private final StreamObserver<? super T> observer;
  private final @Nullable CallStreamObserver<? super T> call;

  final EndStage ended = new EndStage();

  private final SerialSink<T> sink;
  private final @Nullable CallWatch watch; // null: a call need never be ready

  private volatile @Nullable Subscription subscription;

  // Odd: an item is requested that the call has not got yet.
  private final AtomicLong turns = new AtomicLong();

  // Whether the call may be asked if it is ready: on a client not before it was once, since it has
  // not started.
  private volatile boolean isStarted;

  private volatile boolean isOver;
  private boolean isTold; // whether the observer gets its terminal, by the owner

  // Why the front has ended: the first reason.
  private final AtomicReference<@Nullable Throwable> reason = new AtomicReference<>();

  /**
   * Creates a writer.
   *
   * @param sink where it will subscribe
   * @param call the observer, if an item is to wait until it is ready; null: it takes everything
   * @param limit how long items may wait for that; null: any time
   */
  CallWriter(
      SerialSink<T> sink,
      StreamObserver<? super T> observer,
      @Nullable CallStreamObserver<? super T> call,
      @Nullable HangLimit limit) {
    this.sink = sink;
    this.observer = observer;
    this.call = call;
    this.watch =
        limit == null
            ? null
            : new CallWatch(limit.limit().toNanos(), this::turn, waiting -> hangs(limit, waiting));
    this.isStarted = call instanceof ServerCallStreamObserver<?>;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
    if (isOver) { // read after the subscription was written: see callIsOver
      arrived.cancel();
    } else if (call == null) {
      arrived.request(Long.MAX_VALUE);
    } else {
      askIfReady();
    }
  }

  /** The call has become ready: gRPC's handler. */
  void ready() {
    isStarted = true;
    askIfReady();
  }

  private void askIfReady() {
    Subscription stream = subscription;
    if (stream == null || call == null) {
      return;
    }
    if (isStarted && call.isReady()) {
      long turn = turns.get();
      if ((turn & 1) == 0 && turns.compareAndSet(turn, turn + 1)) {
        stream.request(1);
      }
    } else if (watch != null) {
      watch.start();
    }
  }

  /** For the watch: odd while items wait for the call, and the same while it gets none. */
  private long turn() {
    long turn = turns.get();
    if (reason.get() != null) {
      return 0;
    }
    return (turn & 1) == 0 && sink.backlog() == 0 ? CallWatch.IDLE : turn + 1;
  }

  /** By the timer, on whose thread nothing of the user may run. The looks go on: perhaps it gets an item just now. */
  private boolean hangs(HangLimit limit, long waiting) {
    Threads.thread(() -> end(limit, waiting), "reactive-serializer-hang").start();
    return false;
  }

  private void end(HangLimit limit, long waiting) {
    if (!turns.compareAndSet(waiting - 1, waiting)) {
      return;
    }
    try {
      TimeoutException error =
          new TimeoutException(
              "items of %s have waited for longer than the limit of %s, and the call was not ready: the front ends"
                  .formatted(sink, limit.limit()));
      if (reason.compareAndSet(null, error)) {
        Caller.tell(sink, limit, error);
      }
    } finally {
      cancel();
    }
  }

  @Override
  public void onNext(T item) {
    try {
      observer.onNext(item);
      if (isCancelled()) {
        callIsOver(cancelled());
      } else {
        turns.incrementAndGet();
        askIfReady();
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private boolean isCancelled() {
    return observer instanceof ServerCallStreamObserver<?> served && served.isCancelled();
  }

  /** Nobody takes anything any more. By any thread, perhaps before there is a subscription. */
  void callIsOver(Throwable why) {
    reason.compareAndSet(null, why);
    isOver = true;
    cancel();
  }

  static Throwable cancelled() {
    return new CancellationException("the call is over: it was cancelled");
  }

  /** What waited was discarded, and nothing is signalled any more but what this tells. By the owner. */
  void done() {
    Throwable why = reason.get();
    if (why == null) {
      why = new CancellationException("the front has failed: an owner had no stack or memory");
    }
    if (!isTold && !isOver) {
      Throwable status =
          why instanceof TimeoutException
              ? Status.DEADLINE_EXCEEDED
                  .withDescription("the call was not ready for too long")
                  .withCause(why)
                  .asRuntimeException()
              : why;
      end(() -> observer.onError(status), why);
    }
    ended.end(why != COMPLETED ? why : isCancelled() ? cancelled() : null);
  }

  private void cancel() {
    Subscription stream = subscription;
    if (stream != null) {
      stream.cancel();
    }
  }

  private void fail(Throwable thrown) {
    if (isCancelled()) { // so gRPC throws, unless somebody has set a handler for that
      callIsOver(cancelled());
      return;
    }
    try {
      cancel();
    } finally {
      end(() -> observer.onError(thrown), thrown);
    }
  }

  @Override
  public void onError(Throwable error) {
    end(() -> observer.onError(error), error);
  }

  @Override
  public void onComplete() {
    end(observer::onCompleted, COMPLETED);
  }

  private void end(Runnable signal, Throwable why) {
    isTold = true;
    reason.compareAndSet(null, why); // first: the peer may end the call within the signal
    try {
      signal.run();
    } catch (Throwable thrown) { // for example, because the call was cancelled
      reason.compareAndSet(COMPLETED, thrown);
    }
  }
}
