package org.reactiveserializer.calls;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.CallWatch;
import org.reactiveserializer.internal.operator.DeliveryThreads;
import org.reactiveserializer.internal.operator.Outlasting;
import org.reactiveserializer.internal.settings.EndStage;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscriber that makes the calls. Nothing escapes from a call: it may belong to the item of
 * another thread.
 *
 * @param <T> the type of the items
 */
abstract class Caller<T> implements Subscriber<T>, Outlasting {
  private final EndStage ended = new EndStage();

  private @Nullable CallWatch watch; // set before the first call

  private volatile @Nullable TimeoutException hang;

  // Set before the first call.
  private @Nullable Subscription subscription;

  /** Returns a stage that is completed when no call is under way, and none will follow. */
  final CompletionStage<Void> ended() {
    return ended;
  }

  final Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  @Override
  public final void onSubscribe(Subscription arrived) {
    subscription = arrived;
    begin(arrived);
  }

  abstract void begin(Subscription arrived);

  /** No call follows, and none is under way. A call that hung, and was freed, may have failed for that. */
  final void over(@Nullable Throwable failure) {
    TimeoutException hung = hang;
    if (hung != null && failure != null && failure != hung) {
      hung.addSuppressed(failure);
    }
    ended.end(hung == null ? failure : hung);
  }

  @Override
  public final void leaves(CallWatch own) {
    watch = own;
  }

  @Override
  public final void hangs(TimeoutException error) {
    hang = error;
  }

  /** A call has ended. */
  final void leave() {
    CallWatch own = watch;
    if (own != null) {
      own.leave();
    }
  }

  /** Calls that have ended when they return. */
  static final class Now<S, T> extends Caller<T> {
    private final S target;
    private final SerialCalls.Call<? super S, ? super T> call;

    Now(S target, SerialCalls.Call<? super S, ? super T> call) {
      this.target = target;
      this.call = call;
    }

    @Override
    void begin(Subscription arrived) {
      arrived.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T item) {
      try {
        call.make(target, item);
        leave();
      } catch (Throwable failure) {
        leave();
        try {
          subscription().cancel();
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

  /** Calls that end when their stage is complete. One is requested after the other. */
  static final class Lasting<S, T> extends Caller<T> {
    private final S target;
    private final SerialCalls.AsyncCall<? super S, ? super T> call;

    // What must end before all is over: the stream, and a call that is under way.
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicBoolean streamIsOver = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Lasting(S target, SerialCalls.AsyncCall<? super S, ? super T> call) {
      this.target = target;
      this.call = call;
    }

    @Override
    void begin(Subscription arrived) {
      arrived.request(1);
    }

    @Override
    public void onNext(T item) {
      open.incrementAndGet();
      AtomicBoolean once = new AtomicBoolean(); // a stage may break its rules
      try {
        Objects.requireNonNull(
                call.make(target, item),
                "the call returned null: it must return a stage that is completed when it has ended")
            .whenComplete((nothing, thrown) -> finish(once, causeOf(thrown)));
      } catch (Throwable thrown) {
        finish(once, thrown);
      }
    }

    /** A stage that depends on another one wraps what that one failed with. */
    private static @Nullable Throwable causeOf(@Nullable Throwable thrown) {
      return thrown instanceof CompletionException && thrown.getCause() != null
          ? thrown.getCause()
          : thrown;
    }

    private void finish(AtomicBoolean once, @Nullable Throwable thrown) {
      if (once.compareAndSet(false, true)) {
        leave();
        try {
          if (thrown == null) {
            goOn();
          } else {
            fail(thrown);
          }
        } finally {
          close();
        }
      }
    }

    private void goOn() {
      try {
        subscription().request(1);
      } catch (Throwable noStack) { // nothing else escapes from a call
        DeliveryThreads.executor().execute(() -> fail(noStack));
        throw noStack;
      }
    }

    private void fail(Throwable thrown) {
      failure.compareAndSet(null, thrown);
      try {
        subscription().cancel();
      } finally {
        streamIsOver();
      }
    }

    private void streamIsOver() {
      if (streamIsOver.compareAndSet(false, true)) {
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
