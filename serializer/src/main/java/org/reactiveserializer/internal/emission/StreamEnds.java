package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * How a stream begins and how it ends; and what an operator supplies: where items come from and what follows from
 * their delivery.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
abstract class StreamEnds<S, T> extends WaitingItems<S, T> implements Subscription {
  /** How the stream is to end. */
  protected final Termination termination;

  // Whether the downstream got its subscription. Of the owner.
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

  /** Returns how many items more may be delivered. If none, whoever changes that signals. */
  protected long grant() {
    return Long.MAX_VALUE;
  }

  /** Nothing waits for that any more. */
  protected void satisfied() {}

  /**
   * An item of {@code source} is about to go straight through. Returns how many items its thread is
   * to request of the source when it does not emit any more.
   */
  protected int straight(S source) {
    return 0;
  }

  /** {@code n} items of {@code source} that waited are delivered. */
  protected void delivered(S source, int n) {}

  /** The terminal is about to be signalled: lets the sources go that have ended, cancels others. */
  protected abstract void releaseSources();

  /** The downstream cancelled, or threw (§2.13), perhaps at the terminal: cancels all sources. Perhaps again. */
  protected abstract void cancelSources();

  /**
   * Acts on what else was signalled, after the list was taken and before anything is delivered. The first pass signals
   * {@code onSubscribe}: no signal comes before it (§1.9), whatever the caller's first call was.
   */
  protected void look() {
    if (!subscribed && hasDownstream()) {
      subscribed = true;
      if (termination.end() != End.CANCELLED) {
        deliverSubscription(this);
      }
    }
  }

  /** Returns whether there is a downstream yet. */
  protected boolean hasDownstream() {
    return true;
  }

  /** Before an item is handed over, since another thread emits. By any thread. */
  protected void contended() {}

  /** Tells whether the end may be signalled. */
  protected boolean mayEnd() {
    return true;
  }

  // The beginning.

  /** Makes the first pass, by the thread that has just created this: no other thread knows of it. */
  protected final void start() {
    right().enterUnshared();
    emitAsOwner();
  }

  /** Requests a pass, for what was published already. If that throws, the next thread that enters makes it. */
  protected final void signalOrTakeCare() {
    try {
      signal();
    } catch (Throwable thrown) {
      mustPassFirst = true;
      throw thrown;
    }
  }

  /**
   * Adds to the demand, and has what waits for it delivered; unless it is cancelled (§3.6). By any thread.
   *
   * <p>That is looked at here, and not by the owner: between a look of its at the termination and one at the
   * demand there may be both the cancellation and the request, and it would deliver for the latter.
   */
  protected final void ask(Demand demand, long n) {
    try {
      boolean due = termination.end() != End.CANCELLED && demand.add(n);
      if (due || mustPassFirst) {
        signal();
      }
    } catch (Throwable thrown) {
      mustPassFirst = true; // the demand may be counted, and nobody signalled of it
      throw thrown;
    }
  }

  // The end.

  /** Tells whether an end was asked for. */
  protected final boolean isEnding() {
    return termination.end() != null;
  }

  /**
   * Closes the right, unless something waits that is to be delivered first. That is the moment which
   * decides: what was accepted before is delivered, so a completion covers it (whoever asked for it did so
   * before we close), as soon as there is demand for it; what comes later is refused.
   */
  final boolean tryEnd() {
    if (termination.stopsItems()) {
      accept(right().closeWord());
      closeQueue();
      return true; // what came to runs meanwhile is found when what waits is discarded
    }
    sealAll();
    return nothingWaits() && (queue == null || queue.tryClose()) && right().tryCloseWord();
  }

  /** Ends the stream, which is closed. */
  final void finish(Object end) {
    try {
      discardWaiting();
    } finally {
      signalEnd(end); // though the hook may be without stack
    }
  }

  /** Signals {@code end}, or what has come in its place. */
  private void signalEnd(Object end) {
    Object last = end;
    while (!termination.settle(last)) {
      last = termination.end();
      if (last == null || last == End.CANCELLED) {
        releaseDownstream(); // perhaps it was the downstream, while it got the rest
        StackRoom.probe();
        cancelSources();
        return;
      }
    }
    releaseSources();
    if (last instanceof Throwable error) {
      deliverError(error);
    } else {
      deliverCompletion();
    }
  }

  @Override
  protected final void abort(Throwable cause) {
    put(right().taken);
    // Closed before anything else can go wrong: the right must not stay with a thread that left.
    put(right().closeWord());
    closeQueue();
    StackRoom.probe();
    stayingOwner = null;
    boolean untold = cause instanceof StackOverflowError && !isDownstreamReleased();
    releaseDownstream();
    try {
      if (untold) {
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
      throw noStack; // what was not cancelled is left to the next
    } catch (Throwable thrown) {
      if (thrown != cause) {
        hooks.drop(thrown); // the cause is the downstream's own, perhaps a constant
      }
    }
  }

  /**
   * The stack ended on the way to the downstream with its end, which it may have got or not: it is to be told of
   * by what comes after it, an answer or the dropped error, rather than by nothing.
   */
  private void revokeEnd() {
    Throwable unsignalled = termination.unsettle();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  /** Sees to it that nothing more is signalled. By any thread, followed by a {@link #signal}. */
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

  /**
   * Asks for a pass, and returns whether it was made here. If that throws, {@code item}, which is still the
   * caller's, has its fate.
   */
  protected final boolean signalOr(T item) {
    try {
      return signal();
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
  }

  /** Discards an item that is not delivered since the emission threw. */
  final void discardAfter(Throwable thrown, T item) {
    try {
      discard(item);
    } catch (Throwable noStack) {
      if (noStack != thrown) {
        thrown.addSuppressed(noStack);
      }
    }
  }
}
