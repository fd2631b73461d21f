package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Fields;
import org.reactivestreams.Subscription;

/**
 * A source of a merge, the outer one or an inner one: its subscription, how it begins and ends, and
 * what happens if it breaks a rule.
 *
 * @param <T> the type of the merge's items
 */
abstract class MergedSource<T> extends SubscriptionRef {
  /** It signalled a terminal, and may signal nothing more (§1.7). */
  static final int ENDED = 1;

  /**
   * It was cancelled because it broke a rule, or was removed. Signals that are under way may arrive for a
   * while (§2.8).
   */
  static final int CANCELLED = 2;

  final Merger<?, T> merge;

  // Zero, while it may signal anything. Set once: by the thread that signals (§1.3), or finds
  // that a rule was broken, or removes this.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int over;

  // What was thrown to this source because it signalled null; it may come back as its error.
  private @Nullable Throwable refusal;

  MergedSource(Merger<?, T> merge) {
    this.merge = merge;
  }

  /** Returns a name for messages. */
  abstract String name();

  /** Requests the first items. */
  abstract void requestFirst();

  /** This source ended or was cancelled; with an error, if there is one. */
  abstract void reportEnd(@Nullable Throwable error);

  final boolean mayEmit() {
    return over == 0;
  }

  // What the source signals.

  final void subscribed(Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    if (!setOnce(subscription)) {
      merge.drop(broken("§2.12", "a second onSubscribe"));
    } else if (merge.isTerminated()) { // who ended it may not have seen the subscription
      cancelSafely();
    } else {
      requestFirst();
    }
  }

  final void failed(Throwable error) {
    if (error == null) {
      throw refuseNull("a null error"); // it will not signal another end
    }
    if (!end(ENDED, error) && error != refusal) { // that was reported when it was thrown
      merge.drop(error);
    }
  }

  final void completed() {
    if (!end(ENDED, null)) {
      dropAfterEnd("a completion");
    }
  }

  /** Reports a signal after the end. After a cancellation signals may arrive for a while (§2.8). */
  final void dropAfterEnd(String signal) {
    if (over == ENDED) {
      merge.drop(broken("§1.7", signal + " after its end"));
    }
  }

  // What is wrong with it.

  /** Reports a null, and returns what must be thrown to the source (§2.13). */
  final NullPointerException refuseNull(String what) {
    NullPointerException thrown = new NullPointerException(message("§2.13", what));
    refusal = thrown;
    violated(thrown);
    return thrown;
  }

  /**
   * Reports what the source threw from {@code subscribe} or {@code request}. Returns whether it
   * must be rethrown instead: nothing can be signalled any more, and it may be what the downstream
   * threw on this thread, passed on by the source.
   */
  final boolean mustRethrow(Throwable thrown) {
    if (thrown == refusal) {
      return false; // it was reported when it was thrown
    }
    if (merge.hasEnded()) {
      return true;
    }
    violated(thrown);
    return merge.wasCancelled()
        || thrown instanceof VirtualMachineError; // perhaps this did nothing
  }

  /**
   * Cancels the source: it broke a rule, or no inner can be made of its item. The error ends the
   * merge, now or after the other sources.
   */
  final void violated(Throwable error) {
    if (!end(CANCELLED, error)) {
      merge.drop(error);
    }
  }

  /** Ends this. Returns false if that was done before. */
  final boolean end(int how, @Nullable Throwable error) {
    if (!OVER.compareAndSet(this, 0, how)) {
      return false;
    }
    if (how == CANCELLED) {
      cancelSafely();
    } else {
      release();
    }
    reportEnd(error);
    return true;
  }

  /** Cancels the subscription. What that throws is dropped. */
  final void cancelSafely() {
    try {
      cancel();
    } catch (Throwable thrown) { // §3.15 forbids it
      merge.drop(thrown);
    }
  }

  /** Requests {@code n} items. */
  final void requestOf(@Nullable Subscription subscription, long n) {
    try {
      if (subscription != null) {
        subscription.request(n);
      }
    } catch (Throwable thrown) { // §3.16 forbids it
      if (mustRethrow(thrown)) {
        throw thrown;
      }
    }
  }

  final IllegalStateException broken(String rule, String signal) {
    return new IllegalStateException(message(rule, signal));
  }

  private String message(String rule, String signal) {
    return rule + ": " + name() + " signalled " + signal;
  }

  private static final VarHandle OVER = Fields.handle(MethodHandles.lookup(), "over", int.class);

  /**
   * The outer source of a merge.
   *
   * <p><b>Requests are serial</b> (§2.7), although any thread may find that one is due. {@code
   * beingRequested} is how many items the thread that requests at the moment has to request; zero
   * means that no thread does. The thread that raises it from zero requests until it is zero again.
   * Other threads only add to it: what they add waits until the source's {@code request} returns. At
   * first it is the first request, which belongs to the thread that sets the subscription. (So it is
   * not zero before, even if the source emits before it was subscribed.)
   *
   * @param <T> the type of the merge's items
   */
  static final class Outer<T> extends MergedSource<T> {
    @SuppressWarnings("unused") // through the VarHandle
    private volatile long beingRequested;

    /** Creates an outer source of which {@code first} items are requested when it has arrived. */
    Outer(Merger<?, T> merge, long first) {
      super(merge);
      BEING_REQUESTED.setOpaque(this, first); // its own thread publishes it
    }

    @Override
    String name() {
      return "the outer source";
    }

    @Override
    void requestFirst() {
      requestAll(beingRequested); // as it has been since the creation
    }

    @Override
    void reportEnd(@Nullable Throwable error) {
      merge.outerEnded(error);
    }

    /** Requests {@code n} more items, here or by the thread that requests at the moment. */
    void request(long n) {
      if ((long) BEING_REQUESTED.getAndAdd(this, n) == 0) {
        requestAll(n);
      }
    }

    private void requestAll(long n) {
      for (long next = n; next != 0; ) {
        requestOf(subscription(), next);
        next = merge.hasEnded() ? 0 : (long) BEING_REQUESTED.getAndAdd(this, -next) - next;
      }
    }

    private static final VarHandle BEING_REQUESTED =
        Fields.handle(MethodHandles.lookup(), "beingRequested", long.class);
  }
}
