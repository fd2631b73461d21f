package org.reactiveserializer.grpc;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.calls.internal.EndStage;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscriber that calls the observer. Nothing escapes from a call: it may belong to the item of
 * another thread.
 *
 * <p>With a call that says when it is ready, one item at a time is requested. Two threads may find that it
 * is ready: the one that has just handed an item on, and gRPC's, which calls {@link #ready} after each change
 * from not ready to ready. {@code asked} lets only one of them request. No change is missed: the first thread
 * clears {@code asked} before it looks. If it finds gRPC not ready, the change comes after that look, and so does
 * the call of {@code ready}, which finds {@code asked} clear. If {@code ready} comes earlier and finds it set,
 * then the look comes after the change.
 *
 * @param <T> the type of the items
 */
final class CallWriter<T> implements Subscriber<T> {
  private final StreamObserver<? super T> observer;
  private final @Nullable CallStreamObserver<? super T> call;

  final EndStage ended = new EndStage();

  private volatile @Nullable Subscription subscription;

  // Whether an item is requested that the call has not got yet.
  private final AtomicBoolean asked = new AtomicBoolean();

  // Whether the call may be asked if it is ready: on a client not before it was once, since it has
  // not started.
  private volatile boolean isStarted;

  private volatile boolean isOver;

  // Why the front has ended: the first reason; null: normally.
  private final AtomicReference<@Nullable Throwable> reason = new AtomicReference<>();

  /**
   * Creates a writer.
   *
   * @param call the observer, if an item is to wait until it is ready; null: it takes everything
   */
  CallWriter(StreamObserver<? super T> observer, @Nullable CallStreamObserver<? super T> call) {
    this.observer = observer;
    this.call = call;
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
    if (stream != null
        && call != null
        && isStarted
        && call.isReady()
        && asked.compareAndSet(false, true)) {
      stream.request(1);
    }
  }

  @Override
  public void onNext(T item) {
    try {
      observer.onNext(item);
      if (isCancelled()) {
        callIsOver(cancelled());
      } else {
        asked.set(false);
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

  /** The observer gets no signal any more, and what waited was discarded. */
  void done() {
    ended.end(reason.get());
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
    end(observer::onCompleted, isCancelled() ? cancelled() : null);
  }

  private void end(Runnable signal, @Nullable Throwable why) {
    reason.compareAndSet(null, why);
    try {
      signal.run();
    } catch (Throwable thrown) { // for example, because the call was cancelled
      reason.compareAndSet(null, thrown);
    }
  }
}
