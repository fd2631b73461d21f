package org.reactiveserializer.internal.operator;

import java.util.concurrent.TimeoutException;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream whose signals have a limit. Each is entered and left, for a {@link CallWatch}.
 *
 * @param <T> the type of the items, as they wait
 */
final class Watched<T> implements Subscriber<T> {
  /** What is under way where no thread stays inside. */
  private static final String CALL = "call";

  private final Subscriber<? super T> downstream;
  private final CallWatch watch;
  private final boolean isOutlasting;

  Watched(Subscriber<? super T> downstream, CallWatch watch, boolean isOutlasting) {
    this.downstream = downstream;
    this.watch = watch;
    this.isOutlasting = isOutlasting;
  }

  /** Sets the stream that ends if a signal hangs, and what is called then. Before the first signal. */
  void endsWith(SerialInput<?, ?> stream, HangLimit limit) {
    watch.onHang(
        call ->
            DeliveryThreads.thread(new Hang(stream, limit, call), "reactive-serializer-hang")
                .start());
  }

  /**
   * Ends the stream, and tells the user. In a thread of its own: those of each pool may wait for the
   * signal that hangs.
   */
  private record Hang(SerialInput<?, ?> stream, HangLimit limit, TimeoutException error)
      implements Runnable {
    Hang(SerialInput<?, ?> stream, HangLimit limit, Object call) {
      this(stream, limit, limit.error(stream.toString(), call));
    }

    @Override
    public void run() {
      try {
        stream.endForHang(error);
      } finally {
        limit.tell(error, stream::dropRefused);
      }
    }
  }

  @Override
  public void onNext(T item) {
    watch.enter(isOutlasting ? CALL : Thread.currentThread());
    boolean returned = false;
    try {
      downstream.onNext(item);
      returned = true;
    } finally {
      if (!returned || !isOutlasting) {
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

  /** Passes a signal that happens once. An outlasting downstream may be inside a call. */
  private void signal(Runnable signal) {
    if (isOutlasting) {
      signal.run();
    } else {
      watch.enter(Thread.currentThread());
      try {
        signal.run();
      } finally {
        watch.leave();
      }
    }
  }
}
