package org.reactiveserializer.internal.operator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.ending.SubscriptionCell;
import org.reactivestreams.Subscription;

/**
 * A source of a merge, the outer one or an inner one: its subscription, how it begins and ends, and
 * what happens if it breaks a rule.
 *
 * @param <T> the type of the merge's items
 */
abstract class MergedSource<T> extends SubscriptionCell {
  final Merger<?, T> merge;

  MergedSource(Merger<?, T> merge) {
    this.merge = merge;
  }

  /** Returns what this source may still signal. */
  abstract Signals signals();

  /** Stores what this source may still signal. */
  abstract void setSignals(Signals end);

  /** Returns what the owner's list knows this source by; null: it is the outer source. */
  abstract @Nullable Inner<T> inner();

  /** Returns a name for messages. */
  abstract String name();

  /** Requests the first items. */
  abstract void requestFirst();

  /** Called before this source ends: reports what must precede that end. */
  void beforeEnd() {}

  // What the source signals.

  final void subscribed(Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    if (begin(subscription)) {
      requestFirst();
    } else {
      merge.drop(broken("§2.12", "a second onSubscribe"));
    }
  }

  /** Sets the subscription. Returns false if there is another one already. */
  protected boolean begin(Subscription arrived) {
    return setOnce(arrived);
  }

  final void failed(Throwable error) {
    if (error == null) {
      throw refuseNull("a null error"); // it will not signal another end
    }
    if (signals() == Signals.EXPECTED) {
      end(Signals.ENDED, error);
    } else if (!NullSignal.isOf(this, error)) { // otherwise it was reported when it was thrown
      merge.drop(error);
    }
  }

  final void completed() {
    if (signals() == Signals.EXPECTED) {
      end(Signals.ENDED, null);
    } else {
      dropAfterEnd("a completion");
    }
  }

  /** Reports a signal after the end. After a cancellation signals may arrive for a while (§2.8). */
  final void dropAfterEnd(String signal) {
    if (signals() == Signals.ENDED) {
      merge.drop(broken("§1.7", signal + " after its end"));
    }
  }

  // What is wrong with it.

  /** Reports a null, and returns what must be thrown to the source (§2.13). */
  final NullSignal refuseNull(String what) {
    StackRoom.ensure();
    NullSignal refusal = new NullSignal(this, of("§2.13", what));
    violated(refusal);
    return refusal;
  }

  /**
   * Reports what the source threw from {@code subscribe} or {@code request}. Returns whether it
   * must be rethrown instead: nothing can be signalled any more, and it may be what the downstream
   * threw on this thread, passed on by the source.
   */
  final boolean mustRethrow(Throwable thrown) {
    if (NullSignal.isOf(this, thrown)) {
      return false; // it was reported when it was thrown
    }
    if (merge.hasEnded()) {
      return true;
    }
    violated(thrown);
    merge.signalFailedStep();
    return merge.wasCancelled() || merge.hasLeft(); // then nobody else may learn of the error
  }

  /**
   * Cancels the source: it broke a rule, or no inner can be made of its item. The error ends the
   * merge, now or after the other sources.
   */
  final void violated(Throwable error) {
    if (signals() == Signals.EXPECTED) {
      end(Signals.CANCELLED, error);
    } else {
      merge.drop(error);
    }
  }

  final void end(Signals end, @Nullable Throwable error) {
    try {
      beforeEnd();
      setSignals(end);
      cancelOrRelease(end);
      merge.ended(inner(), error);
      cancelOrRelease(end); // a subscription that was set meanwhile: see Inner.begin
    } catch (Throwable thrown) {
      merge.failedStep = thrown;
      merge.mustPassFirst = true;
      merge.signalFailedStep();
      throw thrown;
    }
  }

  private void cancelOrRelease(Signals end) {
    if (end == Signals.CANCELLED) {
      cancelSafely();
    } else {
      release();
    }
  }

  /**
   * Cancels the subscription. What {@code cancel} throws is dropped, except a {@code
   * StackOverflowError}: perhaps there was too little stack even to begin, so a caller further up
   * the stack must try again. (It does nothing then if the source itself overflowed the stack.)
   */
  final void cancelSafely() {
    try {
      cancel();
    } catch (StackOverflowError noStack) {
      throw noStack;
    } catch (Throwable thrown) { // §3.15 forbids it
      merge.drop(thrown);
    }
  }

  final IllegalStateException broken(String rule, String signal) {
    return new IllegalStateException(of(rule, signal));
  }

  private String of(String rule, String signal) {
    return rule + ": " + name() + " signalled " + signal;
  }
}
