package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Many threads, one downstream: an item goes straight through when nobody emits, and to whoever
 * emits otherwise. Demand is the upstream's affair: what comes is passed on. Not final: a bridge adds what
 * its library asks of a subscriber.
 *
 * @param <T> the type of the items
 */
public class SerialEmitter<T> extends SerialEntrance<SerialEmitter<T>, T>
    implements Subscriber<T> {
  private final Upstream upstream = new Upstream();

  // How many items the downstream ever requested (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private long requested;

  // One that was claimed, and has not arrived since the stack ended before. Written by a bare store.
  private volatile @Nullable Subscription pendingSubscription;

  /**
   * Creates an emitter.
   *
   * @param downstream gets this emitter as its subscription
   */
  public SerialEmitter(
      SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(
        settings.termination(false),
        downstream,
        settings.hooks(),
        settings.queue(),
        settings.whenFull(),
        settings.drainLimit());
  }

  /** As the other, without limits, and with a termination of its own, fresh. */
  public SerialEmitter(
      Termination termination,
      Subscriber<? super T> downstream,
      Hooks<? super T> hooks) {
    super(termination, downstream, hooks, null, WhenFull.REFUSE, null);
  }

  @Override
  public void onNext(T item) {
    int fate = bring(this, Objects.requireNonNull(item, "item is null (§2.13)"));
    if (fate < Fate.WAITS) {
      discardRefused(item); // §1.7: after the end; or there is no room
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (!upstream.claim()) {
      arrived.cancel(); // §2.5
      return;
    }
    try {
      signalOrTakeCare();
    } catch (StackOverflowError noStack) {
      pendingSubscription = arrived;
      mustPassFirst = true;
      startLate();
      throw noStack;
    } catch (Throwable thrown) {
      startLate(arrived); // which cancels it
      throw thrown;
    }
    // Only now that this thread does not emit any more. An upstream that answers a request from
    // within onSubscribe at once would otherwise find us emitting, and all of it would be handed over.
    try {
      upstream.setOnce(arrived);
    } catch (StackOverflowError noStack) {
      pendingSubscription = arrived;
      mustPassFirst = true;
      throw noStack;
    }
  }

  private void startLate() {
    Subscription late = pendingSubscription;
    if (late != null && PENDING_SUBSCRIPTION.compareAndSet(this, late, (Subscription) null)) {
      try {
        startLate(late);
      } catch (StackOverflowError noStack) {
        pendingSubscription = late; // here as well: the call itself may have had no stack
        throw noStack;
      }
    }
  }

  private void startLate(Subscription late) {
    try {
      upstream.setLate(late);
    } catch (StackOverflowError noStack) {
      pendingSubscription = late; // for the next
      mustPassFirst = true;
      throw noStack;
    } catch (Throwable another) {
      hooks.drop(another); // nothing is written to what the downstream threw: it may be a constant
    }
  }

  @Override
  protected void look() {
    super.look();
    startLate();
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
      if (mustPassFirst) { // somebody's stack may have ended before
        startLate();
        signal();
      }
    } else if (!isEnding()) { // §3.6; and who is about to end need not be told
      try {
        upstream.cancel();
      } finally {
        onError(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
      }
    }
  }

  /** Without an atomic instruction: the downstream requests serially (§2.7). Nothing but a report depends on it. */
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
    try {
      cancelTermination();
    } finally {
      signal(); // first, so that what the upstream flushes when it is cancelled is too late
    }
    if (termination.end() == End.CANCELLED) { // otherwise the terminal won, and is the end (§1.6)
      upstream.cancel();
      startLate();
    }
  }

  @Override
  protected void releaseSources() {
    if (hasOverflowed()) {
      cancelUpstream(); // it has not ended; and who found no room would come too late, if it was released
    } else {
      upstream.release();
    }
  }

  private void cancelUpstream() {
    try {
      upstream.cancel();
    } catch (Throwable thrown) {
      hooks.drop(thrown); // §3.15 forbids it; the downstream is to get the terminal all the same
    }
  }

  @Override
  protected void stopSources() {
    upstream.cancel();
  }

  @Override
  protected void cancelSources() {
    upstream.cancel();
  }

  private static final VarHandle REQUESTED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "requested", VarHandle.class, SerialEmitter.class, long.class);

  private static final VarHandle PENDING_SUBSCRIPTION =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "pendingSubscription",
          VarHandle.class,
          SerialEmitter.class,
          Subscription.class);
}
