package org.reactiveserializer.calls.internal;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;
import org.reactiveserializer.internal.settings.EndStage;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscriber that makes the calls, and has them watched. Nothing escapes from a call: it may belong to the item of
 * another thread.
 *
 * @param <T> the type of the items
 */
public abstract class Caller<T> implements Subscriber<T> {
  private final EndStage ended = new EndStage();

  // These are set before the first call.
  private @Nullable CallWatch watch;
  private @Nullable SerialSink<T> watched;
  private @Nullable Subscription subscription;

  private volatile @Nullable TimeoutException hang;

  /** Returns a stage that is completed when no call is under way, and none will follow. */
  public final CompletionStage<Void> ended() {
    return ended;
  }

  /** Ends {@code sink} if a call takes too long. Before this has subscribed to it. */
  public final void watch(HangLimit limit, SerialSink<T> sink) {
    watched = sink;
    watch = new CallWatch(limit.limit().toNanos(), thread -> hangs(limit, sink, thread));
  }

  /**
   * Ends the sink, and tells the user as soon as it accepts no more: each in a thread of its own, since those of every
   * pool may wait for the call that hangs, and one of the two may wait for the other.
   */
  private void hangs(HangLimit limit, SerialSink<T> sink, @Nullable Thread inside) {
    TimeoutException error =
        new TimeoutException(
            "a call of %s has taken longer than the limit of %s%s: the front ends"
                .formatted(
                    sink, limit.limit(), inside == null ? "" : " in thread " + inside.getName()));
    if (inside != null) {
      error.setStackTrace(inside.getStackTrace());
    }
    hang = error;
    OwnThreads.daemon("reactive-serializer-hang", sink::abandon).start();
    OwnThreads.daemon("reactive-serializer-hang", () -> tell(limit, sink, error)).start();
  }

  @SuppressWarnings("ThreadPriorityCheck") // the other thread is about to end it
  private static void tell(HangLimit limit, SerialSink<?> sink, TimeoutException error) {
    while (!sink.isTerminated()) {
      Thread.yield();
    }
    limit.hook().accept(error);
  }

  @Override
  public final void onSubscribe(Subscription arrived) {
    subscription = arrived;
    begin(arrived);
  }

  abstract void begin(Subscription arrived);

  final Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  /** Accepts no more, since a call has failed. If one hung, the front ends for that. */
  final void stop() {
    if (hang != null && watched != null) {
      watched.abandon();
    } else {
      subscription().cancel();
    }
  }

  /** A call begins. */
  final void enter() {
    if (watch != null) {
      watch.enter();
    }
  }

  /** A call goes on without this thread, unless it has ended. */
  final void outlast() {
    if (watch != null) {
      watch.outlast();
    }
  }

  /** A call has ended. */
  final void leave() {
    if (watch != null) {
      watch.leave();
    }
  }

  /** No call follows, and none is under way. A call that hung, and was freed, may have failed for that. */
  final void over(@Nullable Throwable failure) {
    TimeoutException hung = hang;
    if (hung != null && failure != null && !(failure instanceof CancellationException)) {
      hung.addSuppressed(failure);
    }
    ended.end(hung == null ? failure : hung);
  }

  /**
   * Calls that have ended when they return.
   *
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static final class Now<S, T> extends Caller<T> {
    private final S target;
    private final SerialCalls.Call<? super S, ? super T> call;

    /** Creates this. */
    public Now(S target, SerialCalls.Call<? super S, ? super T> call) {
      this.target = Objects.requireNonNull(target, "target is null");
      this.call = Objects.requireNonNull(call, "call is null");
    }

    @Override
    void begin(Subscription arrived) {
      arrived.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T item) {
      enter();
      try {
        call.make(target, item);
        leave();
      } catch (Throwable failure) {
        leave();
        try {
          stop();
        } finally {
          over(failure);
        }
      }
    }

    @Override
    public void onError(Throwable error) {
      over(error);
    }

    @Override
    public void onComplete() {
      over(null);
    }
  }

  /**
   * Calls that end when their stage is complete. One is requested after the other.
   *
   * @param <S> the type of the object
   * @param <T> the type of the items
   */
  public static final class Lasting<S, T> extends Caller<T> {
    private final S target;
    private final SerialCalls.AsyncCall<? super S, ? super T> call;

    // What must end before all is over: the stream, and a call that is under way.
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicBoolean isStreamOver = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Creates this. */
    public Lasting(S target, SerialCalls.AsyncCall<? super S, ? super T> call) {
      this.target = Objects.requireNonNull(target, "target is null");
      this.call = Objects.requireNonNull(call, "call is null");
    }

    @Override
    void begin(Subscription arrived) {
      arrived.request(1);
    }

    @Override
    public void onNext(T item) {
      open.incrementAndGet();
      AtomicBoolean isOver = new AtomicBoolean(); // a stage may call twice
      enter();
      try {
        Objects.requireNonNull(
                call.make(target, item),
                "the call returned null: it must return a stage that is completed when it has ended")
            .whenComplete((nothing, thrown) -> finish(isOver, thrown));
        outlast();
      } catch (Throwable thrown) {
        finish(isOver, thrown);
      }
    }

    private void finish(AtomicBoolean isOver, @Nullable Throwable thrown) {
      if (!isOver.compareAndSet(false, true)) {
        return;
      }
      leave();
      try {
        if (thrown == null) {
          subscription().request(1);
        } else { // a stage that depends on another one wraps what that one failed with
          Throwable cause = thrown.getCause();
          fail(thrown instanceof CompletionException && cause != null ? cause : thrown);
        }
      } catch (Throwable noStack) { // nothing escapes from a call
        fail(noStack);
      } finally {
        close();
      }
    }

    private void fail(Throwable thrown) {
      failure.compareAndSet(null, thrown);
      try {
        stop();
      } finally {
        streamIsOver();
      }
    }

    private void streamIsOver() {
      if (isStreamOver.compareAndSet(false, true)) {
        close();
      }
    }

    /** One less is open. Whoever closes the last one sees the failure of each before it. */
    private void close() {
      if (open.decrementAndGet() == 0) {
        over(failure.get());
      }
    }

    @Override
    public void onError(Throwable error) {
      failure.compareAndSet(null, error);
      streamIsOver();
    }

    @Override
    public void onComplete() {
      streamIsOver();
    }
  }
}
