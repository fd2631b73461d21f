package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.internal.engine.End;
import org.reactiveserializer.internal.engine.Fields;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The operator: many threads call it, one downstream gets the signals. Requests go to the upstream,
 * and every accepted item is delivered without regard to demand. It is what users call, so that no object
 * lies between. Not final: a bridge adds what its library requires of a subscriber.
 *
 * @param <T> the type of the items
 */
public class SerialOperator<T> extends SerialInput<T> implements SerialSubscriber<T> {
  private final SubscriptionRef.Upstream upstream = new SubscriptionRef.Upstream();

  // How many items the downstream has requested in total; Long.MAX_VALUE: unbounded (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private long requested;

  /**
   * Creates an operator.
   *
   * @param downstream gets this operator as its subscription
   */
  public SerialOperator(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(settings, ErrorMode.IMMEDIATE, Long.MAX_VALUE, downstream);
    register("serializer");
  }

  @Override
  public void onNext(T item) {
    EmitOutcome outcome = emitItem(Objects.requireNonNull(item, "item is null (§2.13)"));
    if (!outcome.isAccepted()) {
      discardRefused(outcome, item); // it arrived after the end (§1.7), or there is no room
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    StackCheck.ensure();
    if (!upstream.claim()) {
      arrived.cancel(); // §2.5
      return;
    }
    try {
      signal();
    } catch (Throwable thrown) {
      try {
        upstream.setOnce(arrived); // after that failure this cancels it
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
  public final void onSubscribe(Flow.Subscription arrived) {
    onSubscribe(SubscriptionRef.of(arrived));
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
    } else if (requestedEnd() == null) {
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
    long sum = requestedByDownstream() + n;
    REQUESTED.setOpaque(this, sum < 0 ? Long.MAX_VALUE : sum);
  }

  @Override
  final long requestedByDownstream() {
    return (long) REQUESTED.getOpaque(this);
  }

  @Override
  public void cancel() {
    boolean isMisused =
        delivered() == 0
            && isOwnedByThisThread()
            && requestedEnd() == null
            && !upstream.isClaimed();
    super.cancel();
    // After the signal: items that the upstream flushes now must arrive after the end.
    if (wasCancelled()) { // otherwise the terminal was first (§1.6)
      upstream.cancel();
    }
    if (isMisused) { // it would get nothing, silently
      hooks.drop(
          new IllegalStateException(
              "§2.5: the subscriber of "
                  + this
                  + " cancelled in onSubscribe, so all items are discarded. If it had a"
                  + " subscription before: do not call its onSubscribe, the first signal does"));
    }
  }

  @Override
  protected final void releaseSources(End end) {
    if (end.isByOverflow()) {
      stopSources(); // the upstream has not ended, and could not be cancelled after a release
    } else {
      upstream.release();
    }
  }

  @Override
  final void stopSources() {
    try {
      upstream.cancel();
    } catch (Throwable thrown) {
      hooks.drop(thrown); // it breaks §3.15; the downstream must get the terminal anyway
    }
  }

  @Override
  protected final void cancelSources() {
    upstream.cancel();
  }

  /**
   * Returns the upstream's subscription; null before it arrives, which is after {@code onSubscribe} of
   * the downstream, and after the end. For a bridge that can be scanned.
   */
  protected final @Nullable Subscription upstream() {
    return upstream.unreleased();
  }

  @Override
  public String toString() {
    return hooks.describe("SerialSubscriber", this);
  }

  private static final VarHandle REQUESTED =
      Fields.handle(MethodHandles.lookup(), "requested", long.class);
}
