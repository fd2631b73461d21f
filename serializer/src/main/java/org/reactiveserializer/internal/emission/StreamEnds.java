package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * How a stream begins and ends, and the hooks by which an operator supplies where items come from
 * and what follows from their delivery.
 *
 * @param <S> the type of the sources of items; an operator may have several
 * @param <T> the type of the items
 */
abstract class StreamEnds<S, T> extends WaitingItems<S, T> implements Subscription {
  /** Whether and how the stream must end. */
  protected final Termination termination;

  // Whether the downstream got its subscription. Accessed by the owner only.
  private boolean subscribed;

  /** Creates the ends of a stream; see {@link ItemLoop}. */
  StreamEnds(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(downstream, hooks, queue, limit);
    this.termination = termination;
  }

  // The hooks. All are called by the owner.

  /**
   * Returns how many more items may be delivered. If zero, the thread that adds demand must signal.
   */
  protected long grant() {
    return Long.MAX_VALUE;
  }

  /** No item waits any more. */
  protected void satisfied() {}

  /**
   * The owner is about to deliver its own item of {@code source}, for which nothing waited (fast
   * path). Returns how many items this thread must request from the source when it is not the owner
   * any more.
   */
  protected int beforeFastPath(S source) {
    return 0;
  }

  /** {@code n} items of {@code source} that waited are delivered. */
  protected void delivered(S source, int n) {}

  /**
   * The terminal is about to be signalled: releases the sources that have ended, cancels the
   * others.
   */
  protected abstract void releaseSources();

  /**
   * Cancels all sources: the downstream cancelled, or threw (§2.13), perhaps at the terminal. May
   * be called more than once.
   */
  protected abstract void cancelSources();

  /**
   * Acts on what was published besides the list: called after the list was taken and before
   * anything is delivered. The first pass signals {@code onSubscribe}, so no signal precedes it
   * (§1.9), whatever the first call of a producer is.
   */
  protected void look() {
    if (!subscribed && hasDownstream()) {
      subscribed = true;
      if (termination.end() != End.CANCELLED) {
        deliverSubscription(this);
      }
    }
  }

  /** Returns whether {@link #look} would do something. */
  protected boolean hasNews() {
    return !subscribed && hasDownstream();
  }

  /** Returns whether there is a downstream yet. */
  protected boolean hasDownstream() {
    return true;
  }

  /** An item is about to be handed over because there is another owner. By any thread. */
  protected void contended() {}

  /**
   * Returns whether the stream must end because its sources have. Nobody requests this end: the
   * owner finds it, and ends the stream as soon as nothing waits.
   */
  protected boolean allSourcesEnded() {
    return false;
  }

  /**
   * Returns how the stream ends after its sources: {@link End#COMPLETED}, or an error, which the
   * caller must signal or drop.
   */
  protected Object takeEndOfSources() {
    return End.COMPLETED;
  }

  /** Returns whether the terminal may be signalled yet. */
  protected boolean mayEnd() {
    return true;
  }

  // The beginning.

  /**
   * Makes the first pass, by the thread that has just created this object: no other thread knows of
   * it.
   */
  protected final void start() {
    StackRoom.ensure();
    right().enterUnshared();
    emitAsOwner();
  }

  /**
   * Adds {@code n} to the demand, and signals if items wait for it. Does nothing after a
   * cancellation (§3.6). By any thread.
   *
   * <p>The thread that requests checks for the cancellation, and not the owner. The owner looks at
   * the termination first and at the demand later. If both the cancellation and the request fell in
   * between, it would deliver for a request made after the cancellation.
   */
  protected final void addDemand(Demand demand, long n) {
    StackRoom.ensure();
    if (termination.end() != End.CANCELLED && demand.add(n)) {
      signal();
    } else {
      continueForOthers();
    }
  }

  // The end.

  @Override
  protected boolean mayOnlyDiscard() {
    return termination.end() == End.CANCELLED;
  }

  /** Returns whether an end was requested. */
  protected final boolean isEnding() {
    return termination.end() != null;
  }

  /** Returns whether the stream must end as soon as nothing waits. By the owner. */
  protected final boolean mustEnd() {
    return isEnding() || allSourcesEnded();
  }

  /**
   * Closes the right, unless items wait that must be delivered before the end. Returns whether it
   * is closed.
   *
   * <p>The closing decides which items precede the end. An item that was accepted before it is
   * delivered as soon as there is demand for it, and the completion follows. This includes every
   * item that its producer emitted before it requested the completion, or before its source ended,
   * since both precede the closing. A later item is refused.
   */
  final boolean tryEnd() {
    if (termination.stopsItems()) {
      accept(right().closeWord());
      closeQueue();
      return true;
    }
    return nothingWaits() && (queue == null || queue.tryClose()) && right().tryCloseWord();
  }

  /** Ends the stream, whose right is closed. */
  final void finish() {
    try {
      discardWaiting();
    } finally {
      signalEnd(); // even if the discard hook was out of stack space
    }
  }

  private void signalEnd() {
    Object end = settleEnd();
    if (end == null || end == End.CANCELLED) {
      releaseDownstream(); // the downstream may have cancelled from within its last onNext
      cancelSources();
      return;
    }
    try {
      releaseSourcesSafely();
    } finally { // even if the cancel of a source was out of stack space
      if (end instanceof Throwable error) {
        deliverError(error);
      } else {
        deliverCompletion();
      }
    }
  }

  /** Settles the end that was requested last; if none was, that of the sources. Returns it. */
  private @Nullable Object settleEnd() {
    Object end = termination.end();
    if (end == null) {
      end = takeEndOfSources();
      if (termination.settleOpen(end)) {
        return end;
      }
      if (end instanceof Throwable error) {
        hooks.drop(error);
      }
      end = termination.end();
    }
    while (end != null && end != End.CANCELLED && !termination.settle(end)) {
      end = termination.end();
    }
    return end;
  }

  /** The end is settled, so the downstream must get it, whatever a source or a bridge throws. */
  private void releaseSourcesSafely() {
    try {
      releaseSources();
    } catch (StackOverflowError noStack) {
      throw noStack; // abort cancels the other sources
    } catch (Throwable thrown) {
      hooks.drop(thrown);
    }
  }

  @Override
  protected final void abort(Throwable cause) {
    StackRoom.ensureInside(); // or the next thread does this: see left
    put(right().closeWord());
    closeQueue();
    boolean endUncertain = cause instanceof StackOverflowError && !isDownstreamReleased();
    releaseDownstream();
    try {
      if (endUncertain) {
        revokeEnd();
      }
      cancelTermination();
    } finally {
      cancelSourcesAfter(cause);
    }
    discardWaiting();
  }

  private void cancelSourcesAfter(Throwable cause) {
    try {
      cancelSources();
    } catch (StackOverflowError noStack) {
      throw noStack; // the next thread that hands over or signals cancels the rest
    } catch (Throwable thrown) {
      if (thrown != cause) {
        // Not suppressed by the cause: that is the downstream's, perhaps a constant.
        hooks.drop(thrown);
      }
    }
  }

  /**
   * Turns a settled end into a cancellation: the stack overflowed in the call that signals the end,
   * so it is unknown whether the downstream got it. Later calls then report a cancellation, and an
   * error goes to the dropped-error hook; otherwise the end could be lost without a trace.
   */
  private void revokeEnd() {
    Throwable unsignalled = termination.unsettle();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  /**
   * Cancels the stream: nothing more is signalled. By any thread, which must {@link #signal} then.
   */
  protected final void cancelTermination() {
    mustPassFirst = true;
    Throwable unsignalled = termination.cancel();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  @Override
  protected final void transferFailed(Throwable cause) {
    hooks.drop(cause);
  }

  /** Discards an item that is not delivered because the emission threw. */
  final void discardAfter(Throwable thrown, T item) {
    try {
      discard(item);
    } catch (Throwable noStack) {
      if (noStack != thrown) {
        hooks.drop(
            noStack); // not suppressed by the other, which may be a constant of the downstream
      }
    }
  }
}
