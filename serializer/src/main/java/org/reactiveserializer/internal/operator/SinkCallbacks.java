package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks of a sink. What a callback throws is dropped: it must not reach the downstream or a
 * producer (§3.15, §3.16). No callback is kept after the terminal or a cancellation.
 */
public final class SinkCallbacks {
  private final SinkOperator<?> sink;
  private final OnceCallback terminated = new OnceCallback();
  private final OnceCallback cancelled = new OnceCallback();
  private volatile @Nullable OfRequests onRequest;
  private @Nullable Runnable last; // set before the sink is shared, then by the owner

  SinkCallbacks(SinkOperator<?> sink) {
    this.sink = sink;
  }

  /**
   * Sets the callback for the end of the stream: the terminal as the downstream sees it, or the
   * cancellation. By any thread.
   */
  public void onTermination(Runnable callback) {
    if (!terminated.set(callback)) {
      callback.run();
    }
  }

  /** Sets the callback for a downstream that cancels or throws. By any thread. */
  public void onCancel(Runnable callback) {
    if (!cancelled.set(callback) && sink.wasCancelled()) {
      callback.run();
    }
  }

  /**
   * Sets the callback for the demand that there is, and for each request from now on. Called by the
   * thread that requests, and by this method. By any thread.
   */
  public void onRequest(LongConsumer callback) {
    // One write publishes both: a thread that requests tells the callback what that was not told.
    onRequest = new OfRequests(callback, new AtomicLong(sink.deliveredSoFar()));
    if (sink.isTerminated()) {
      onRequest = null; // written before the end is read, so this thread or the owner clears it
    }
    requested();
  }

  /** The downstream may have requested items. By any thread. */
  void requested() {
    OfRequests current = onRequest;
    if (current != null && !sink.isTerminated()) {
      long untold = current.tell(sink.requestedByDownstream());
      if (untold > 0) {
        run(() -> current.callback.accept(untold));
      }
    }
  }

  /**
   * A callback for requests.
   *
   * @param told how much of the sum of all requests the callback was told, or was delivered before
   */
  private record OfRequests(LongConsumer callback, AtomicLong told) {
    /** Returns the part of the demand that was not told yet. Each part is returned once. */
    long tell(long total) {
      long before = told.getAndAccumulate(total, Math::max);
      return total > before && total == Long.MAX_VALUE ? total : Math.max(0, total - before);
    }
  }

  /** Sets what runs once, last of all: nothing is discarded or signalled later. Before the sink is shared. */
  void whenDone(Runnable callback) {
    last = callback;
  }

  /** Nobody will get the end, since nobody has subscribed. By any thread. */
  void abandoned() {
    onRequest = null;
    run(terminated::happen);
  }

  /**
   * The downstream may have cancelled. By any thread, also before the downstream is done with what
   * it does besides: a source that it subscribes to again from within must find that the last
   * subscription has ended.
   */
  void cancelled() {
    if (sink.wasCancelled()) {
      onRequest = null;
      run(terminated::happen);
      run(cancelled::happen);
    }
  }

  /**
   * The downstream gets no more signals: it got its terminal, cancelled, or threw. By the owner.
   */
  void downstreamIsDone() {
    onRequest = null;
    run(terminated::happen);
    cancelled();
    if (!sink.wasCancelled()) { // also if it threw at the terminal: it got that
      cancelled.release();
    }
    Runnable callback = last;
    if (callback != null) {
      last = null;
      run(callback);
    }
  }

  /** Runs a callback; what it throws is dropped. */
  void run(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable thrown) {
      sink.dropRefused(thrown);
    }
  }

  /**
   * The callback of an event that happens at most once. By any thread.
   *
   * <p><b>Invariant.</b> PAST is final: it has happened, or will not. The thread that replaces a callback by
   * PAST runs it, or releases it. A callback that is set later is left to who sets it.
   */
  private static final class OnceCallback {
    private static final Runnable PAST = new Past();

    private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

    /** Sets the callback, in place of an earlier one. Returns false if it is too late. */
    boolean set(Runnable next) {
      Runnable last = callback.get();
      while (last != PAST && !callback.compareAndSet(last, next)) {
        last = callback.get();
      }
      return last != PAST;
    }

    /** Releases the callback: the event will not happen. */
    void release() {
      callback.set(PAST);
    }

    /** Makes the event happen, and runs the callback. Further calls do nothing. */
    void happen() {
      Runnable last = callback.getAndSet(PAST);
      if (last != null) {
        last.run();
      }
    }

    /** Stands for a state, and is compared by identity. */
    private static final class Past implements Runnable {
      @Override
      public void run() {}
    }
  }
}
