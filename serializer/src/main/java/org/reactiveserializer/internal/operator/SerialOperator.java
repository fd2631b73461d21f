package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The operator: many threads call it, one downstream gets the signals. If there is no owner, a
 * producer delivers its item itself (fast path); otherwise it hands the item over. Requests go to
 * the upstream, and every accepted item is delivered without regard to demand. Not final: a bridge
 * adds what its library requires of a subscriber.
 *
 * @param <T> the type of the items
 */
public class SerialOperator<T> extends SerialInput<SerialOperator<T>, T> implements Subscriber<T> {
  private static final Object BEGUN = new Object();
  private static final Object LEFT = new Object();

  // Null, then the owner that is inside onSubscribe, then BEGUN; in between LEFT, if the downstream
  // cancelled there. By the owner; another thread reads anything but itself.
  private @Nullable Object beginning;

  private final Upstream upstream = new Upstream();

  // How many items the downstream has requested in total; Long.MAX_VALUE: unbounded (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private long requested;

  /**
   * Creates an emitter.
   *
   * @param downstream gets this emitter as its subscription
   */
  public SerialOperator(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    this(newDrainState(), settings, downstream);
  }

  /** As the other, with a drain state that nobody has. */
  public SerialOperator(
      DrainState drain, SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(
        drain,
        settings.termination(ErrorMode.IMMEDIATE),
        null,
        downstream,
        settings.queue(),
        settings);
    waiting.observe("serializer");
  }

  /** Creates an emitter without limits, from parts that nothing else uses. */
  public SerialOperator(
      DrainState drain,
      Termination termination,
      Subscriber<? super T> downstream,
      Hooks<? super T> hooks) {
    super(
        drain,
        termination,
        null,
        downstream,
        null,
        new SerialSettings<>(SerialSettings.UNBOUNDED, Overflow.DROP_NEWEST, null, null, hooks));
  }

  @Override
  public void onNext(T item) {
    int outcome = emitItem(this, Objects.requireNonNull(item, "item is null (§2.13)"));
    if (outcome < Outcome.WAITS) {
      discardRefused(item); // it arrived after the end (§1.7), or there is no room
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    StackRoom.ensure();
    if (!upstream.claim()) {
      arrived.cancel(); // §2.5
      return;
    }
    try {
      signal();
    } catch (Throwable thrown) {
      try {
        upstream.setOnce(arrived); // after an abort this cancels the subscription
      } catch (Throwable another) {
        hooks.drop(another); // not suppressed by what the downstream threw, which may be a constant
      }
      throw thrown;
    }
    // Only now that this thread is not the owner any more. Otherwise an upstream that answers a
    // request at once, from within request, would find an owner and hand over all its items.
    upstream.setOnce(arrived);
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    if (!fail(error)) {
      hooks.drop(error);
    }
  }

  @Override
  public void onComplete() {
    complete();
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      count(n);
      upstream.request(n);
      continueOrPassFirst();
    } else if (!isEnding()) {
      // After a cancellation §3.6 applies; after another end the error is not needed.
      try {
        upstream.cancel();
      } finally {
        onError(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
      }
    }
  }

  /**
   * Adds to the total, without an atomic instruction: the downstream requests serially (§2.7), and
   * only a statistic depends on the total.
   */
  private void count(long n) {
    long sum = requestedInTotal() + n;
    REQUESTED.setOpaque(this, sum < 0 ? Long.MAX_VALUE : sum);
  }

  @Override
  final long requestedInTotal() {
    return (long) REQUESTED.getOpaque(this);
  }

  @Override
  public void cancel() {
    StackRoom.ensure();
    if (beginning == Thread.currentThread()) {
      beginning = LEFT;
    }
    cancelTermination();
    // Before the upstream is cancelled: items that it flushes then must arrive after the end.
    signal();
    if (termination.end() == End.CANCELLED) { // otherwise the terminal was first (§1.6)
      upstream.cancel();
    }
  }

  @Override
  protected void enterDownstream() {
    if (beginning == null) {
      beginning = Thread.currentThread();
    }
  }

  /** Reports a downstream that has a subscription of its own: it would get nothing, silently. */
  @Override
  protected void leaveDownstream() {
    if (beginning != BEGUN) {
      boolean left = beginning == LEFT;
      beginning = BEGUN;
      if (left && !upstream.isClaimed()) {
        hooks.drop(
            new IllegalStateException(
                "§2.5: the subscriber of "
                    + this
                    + " cancelled in onSubscribe, so all items are discarded. If it had a"
                    + " subscription before: do not call its onSubscribe, the first signal does"));
      }
    }
  }

  @Override
  protected final void releaseSources() {
    if (endsItself) {
      cancelUpstream(); // it has not ended, and after a release stopSources could not cancel it
    } else {
      upstream.release();
    }
  }

  private void cancelUpstream() {
    try {
      upstream.cancel();
    } catch (Throwable thrown) {
      hooks.drop(thrown); // it breaks §3.15; the downstream must get the terminal anyway
    }
  }

  @Override
  protected void stopSources() {
    cancelUpstream();
  }

  @Override
  protected final void cancelSources() {
    beginning = BEGUN; // if onSubscribe threw, it is still the thread
    upstream.cancel();
  }

  @Override
  public String toString() {
    return hooks.describe("SerialSubscriber", this);
  }

  private static final VarHandle REQUESTED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "requested", VarHandle.class, SerialOperator.class, long.class);
}
