package org.reactiveserializer.calls.internal;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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
import org.reactiveserializer.internal.settings.SinkEnd;
import org.reactiveserializer.internal.settings.Threads;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscriber that makes the calls, and has them watched. Nothing escapes from a call: it may belong to the item of
 * another thread. If calls may end later, one is requested after the other.
 *
 * @param <S> the type of the object
 * @param <T> the type of the items
 */
public final class Caller<S, T> implements Subscriber<T> {
  /** What a call returns that has ended. */
  public static final CompletionStage<?> MADE = CompletableFuture.completedStage(null);

  private final SerialSink<T> sink;
  private final @Nullable CallWatch watch; // null: a call may take any time
  private final S target;
  private final SerialCalls.AsyncCall<? super S, ? super T> call;
  private final long requested;

  private final EndStage ended = new EndStage();

  // What must end before all is over: the stream, and a call that is under way.
  private final AtomicInteger open = new AtomicInteger(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private volatile @Nullable Throwable byCall; // the failure, if it is that of a call

  private @Nullable Subscription subscription; // set before the first call

  private volatile @Nullable TimeoutException hang;

  /**
   * Creates a caller, which is to subscribe to {@code sink}.
   *
   * @param limit how long a call may take; null: any time
   * @param requested how many calls are requested at first: one, or any number, of which each returns {@link #MADE}
   */
  public Caller(
      SerialSink<T> sink,
      @Nullable HangLimit limit,
      S target,
      SerialCalls.AsyncCall<? super S, ? super T> call,
      long requested) {
    this.sink = sink;
    this.watch =
        limit == null ? null : new CallWatch(limit.limit().toNanos(), in -> hangs(limit, in));
    this.target = Objects.requireNonNull(target, "target is null");
    this.call = Objects.requireNonNull(call, "call is null");
    this.requested = requested;
    ((SinkEnd) sink).whenDone(this::close);
  }

  /** Returns a stage that is completed when no call is under way, and none will follow. */
  public EndStage ended() {
    return ended.asked();
  }

  /**
   * Ends the sink, and tells the user as soon as it accepts no more: each in a thread of its own, since those of every
   * pool may wait for the call that hangs, and one of the two may wait for the other.
   */
  private void hangs(HangLimit limit, @Nullable Thread inside) {
    TimeoutException error =
        new TimeoutException(
            "a call of %s has taken longer than the limit of %s%s: the front ends"
                .formatted(
                    sink, limit.limit(), inside == null ? "" : " in thread " + nameOf(inside)));
    if (inside != null) {
      error.setStackTrace(inside.getStackTrace());
    }
    hang = error;
    Threads.thread(sink::abandon, "reactive-serializer-hang").start();
    tell(sink, limit, error);
  }

  /** Calls the hook, in a thread of its own, as soon as the sink accepts no more. */
  private static String nameOf(Thread thread) {
    return thread.getName().isEmpty() ? thread.toString() : thread.getName(); // a virtual one
  }

  @SuppressWarnings("ThreadPriorityCheck") // the other thread is about to end it
  public static void tell(SerialSink<?> sink, HangLimit limit, TimeoutException error) {
    Runnable hook =
        () -> {
          while (!sink.isTerminated()) {
            Thread.yield();
          }
          limit.hook().accept(error);
        };
    Threads.thread(hook, "reactive-serializer-hang").start();
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
    arrived.request(requested);
  }

  @Override
  public void onNext(T item) {
    if (watch != null) {
      watch.enter();
    }
    CompletionStage<?> stage;
    try {
      stage =
          Objects.requireNonNull(
              call.make(target, item),
              "the call returned null: it must return a stage that is completed when it has ended");
    } catch (Throwable thrown) {
      leave();
      fail(thrown);
      return;
    }
    if (stage == MADE) {
      leave();
    } else {
      await(stage);
    }
  }

  private void await(CompletionStage<?> stage) {
    open.incrementAndGet();
    AtomicBoolean isOver = new AtomicBoolean(); // a stage may call twice
    try {
      stage.whenComplete((nothing, thrown) -> finish(isOver, thrown));
      if (watch != null) {
        watch.outlast();
      }
    } catch (Throwable refused) {
      finish(isOver, refused);
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

  private void leave() {
    if (watch != null) {
      watch.leave();
    }
  }

  /** Accepts no more, since a call has failed. If one hung, the front ends for that. */
  private void fail(Throwable thrown) {
    if (fails(thrown)) {
      byCall = thrown;
    }
    if (hang != null) {
      sink.abandon();
    } else {
      subscription().cancel();
    }
  }

  private Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  @Override
  public void onError(Throwable error) {
    fails(error);
  }

  private boolean fails(Throwable reason) {
    return failure.compareAndSet(null, reason);
  }

  /** Abandons the sink for a reason, unless there is one. By any thread. */
  public void abandon(Throwable reason) {
    StackCheck.ensure(); // or the reason could be noted, and the front go on
    fails(reason);
    sink.abandon();
  }

  /** Ends the sink, and abandons it if that takes too long: see {@link EndStage#within}. */
  public CompletionStage<Long> close(long nanos, Runnable end) {
    return ended.within(nanos, end, sink::abandon, () -> sink.stats().discarded());
  }

  @Override
  public void onComplete() {} // what is done last of all closes

  /** One less is open. Whoever closes the last one sees the failure of each before it. */
  private void close() {
    if (open.decrementAndGet() > 0) {
      return;
    }
    Throwable failed = failure.get();
    TimeoutException hung = hang;
    if (hung != null
        && failed != null
        && failed == byCall
        && failed != hung) { // with that the limit's hook has ended it
      hung.addSuppressed(failed); // a call that hung, and was freed, may have failed for that
    }
    if (hung == null && failed != null && failed == byCall && !ended.isAsked()) {
      ((SinkEnd) sink).dropRefused(failed); // nobody else would learn of it
    }
    ended.end(hung == null ? failed : hung);
  }
}
