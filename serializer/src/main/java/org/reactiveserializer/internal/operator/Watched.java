package org.reactiveserializer.internal.operator;

import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream whose signals have a limit. Each is entered and left, for a {@link CallWatch}.
 *
 * @param <T> the type of the items, as they wait
 */
final class Watched<T> implements Subscriber<T> {
  private final Subscriber<? super T> downstream;
  private final CallWatch watch;
  private final @Nullable Outlasting caller;

  /**
   * Creates this.
   *
   * @param downstream gets the signals
   * @param caller what makes calls in them, if it does
   */
  Watched(Subscriber<? super T> downstream, CallWatch watch, @Nullable Outlasting caller) {
    this.downstream = downstream;
    this.watch = watch;
    this.caller = caller;
    if (caller != null) {
      caller.leaves(watch);
    }
  }

  /** Sets the stream that ends if a signal hangs, and what is called then. Before the first signal. */
  void endsWith(SerialInput<?, ?> stream, HangLimit limit) {
    watch.onHang(
        call -> start(new Hang(stream, limit, caller, limit.error(stream.toString(), call))));
  }

  /** In a thread of its own: those of each pool may wait for the signal that hangs. */
  private static void start(Runnable task) {
    DeliveryThreads.thread(task, "reactive-serializer-hang").start();
  }

  /**
   * Ends the stream, and tells the user. The end is published first. Then both go on at the same time: the
   * hook may be what frees a thread for which this one waits, for example in {@code cancel} of the upstream.
   */
  private record Hang(
      SerialInput<?, ?> stream,
      HangLimit limit,
      @Nullable Outlasting caller,
      TimeoutException error)
      implements Runnable {
    @Override
    public void run() {
      if (caller != null) {
        caller.hangs(error);
      }
      stream.endForHang(error, () -> start(() -> limit.tell(error, stream::dropRefused)));
    }
  }

  @Override
  public void onNext(T item) {
    watch.enter();
    boolean returned = false;
    try {
      downstream.onNext(item);
      returned = true;
    } finally {
      if (returned && caller != null) {
        watch.outlast();
      } else {
        watch.leave();
      }
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    signal(() -> downstream.onSubscribe(subscription));
  }

  @Override
  public void onError(Throwable error) {
    signal(() -> downstream.onError(error));
  }

  @Override
  public void onComplete() {
    signal(downstream::onComplete);
  }

  /** Passes a signal that happens once. One that makes calls may be inside a call. */
  private void signal(Runnable signal) {
    if (caller != null) {
      signal.run();
    } else {
      watch.enter();
      try {
        signal.run();
      } finally {
        watch.leave();
      }
    }
  }
}
