package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.ending.Released;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.events.Events;

/**
 * How a loop ends its stream: it closes the word, which decides which items precede the end; then
 * it discards what waits, releases the sources and signals the terminal. Only the owner calls this,
 * or a thread in place of an owner that left.
 *
 * @param <S> the type of the sources of items
 * @param <T> the type of the items
 */
final class StreamEnd<S, T> {
  private final ItemLoop<S, T> loop;

  /** Creates the end of {@code loop}. */
  StreamEnd(ItemLoop<S, T> loop) {
    this.loop = loop;
  }

  /**
   * Closes the word, unless items wait that must be delivered before the end. Returns whether it
   * is closed.
   *
   * <p>The closing decides which items precede the end. An item that was accepted before it is
   * delivered as soon as there is demand for it, and the completion follows. This includes every
   * item that its producer emitted before it requested the completion, or before its source ended,
   * since both precede the closing. A later item is refused.
   */
  boolean tryClose() {
    if (loop.termination.stopsItems()) {
      loop.waiting.accept(loop.drain.closeWord());
      loop.waiting.closeQueue();
      return true;
    }
    return loop.waiting.isEmpty() && loop.waiting.tryCloseQueue() && loop.drain.tryCloseWord();
  }

  /** Ends the stream, whose state is closed. */
  void carryOut() {
    try {
      loop.waiting.discardAll();
    } finally {
      try {
        signal(); // even if the discard hook was out of stack space
      } finally {
        loop.waiting.ended();
      }
    }
  }

  private void signal() {
    Object end = settle();
    if (end == null || end == End.CANCELLED) {
      loop.downstream =
          Released.subscriber(); // the downstream may have cancelled from within its last onNext
      cancelSources();
      return;
    }
    try {
      releaseSources();
    } finally { // even if the cancel of a source was out of stack space
      loop.deliverEnd(end);
    }
  }

  /** Settles the end that was requested last; if none was, that of the sources. Returns it. */
  private @Nullable Object settle() {
    Object end = loop.termination.end();
    if (end == null) {
      end = loop.sources == null ? End.COMPLETED : loop.sources.takeEnd();
      if (loop.termination.settleOpen(end)) {
        return end;
      }
      if (end instanceof Throwable error) {
        loop.hooks.drop(error);
      }
      end = loop.termination.end();
    }
    while (end != null && end != End.CANCELLED && !loop.termination.settle(end)) {
      end = loop.termination.end();
    }
    return end;
  }

  /** The end is settled, so the downstream must get it, whatever a source or a bridge throws. */
  private void releaseSources() {
    try {
      try {
        loop.over();
      } finally {
        loop.releaseSources();
      }
    } catch (StackOverflowError noStack) {
      throw noStack; // abort cancels the other sources
    } catch (Throwable thrown) {
      loop.hooks.drop(thrown);
    }
  }

  /** Ends the emission because {@code cause} was thrown: see {@link ItemLoop#abort}. */
  void abort(Throwable cause) {
    StackRoom.ensureInside(); // or the next thread does this: see DrainState.left
    loop.waiting.put(loop.drain.closeWord());
    loop.waiting.closeQueue();
    boolean endUncertain =
        cause instanceof StackOverflowError && loop.downstream != ItemLoop.RELEASED;
    loop.downstream = Released.subscriber();
    try {
      if (endUncertain) {
        revoke();
      }
      loop.cancelTermination();
    } finally {
      cancelSourcesAfter(cause);
    }
    loop.waiting.discardAll();
    loop.waiting.ended();
    Events.aborted(loop, cause);
  }

  /**
   * Turns a settled end into a cancellation: the stack overflowed in the call that signals the end,
   * so it is unknown whether the downstream got it. Later calls then report a cancellation, and an
   * error goes to the dropped-error hook; otherwise the end could be lost without a trace.
   */
  private void revoke() {
    Throwable unsignalled = loop.termination.unsettle();
    if (unsignalled != null) {
      loop.hooks.drop(unsignalled);
    }
  }

  private void cancelSources() {
    try {
      loop.over();
    } finally {
      loop.cancelSources();
    }
  }

  private void cancelSourcesAfter(Throwable cause) {
    try {
      cancelSources();
    } catch (StackOverflowError noStack) {
      throw noStack; // the next thread that hands over or signals cancels the rest
    } catch (Throwable thrown) {
      if (thrown != cause) {
        // Not suppressed by the cause: that is the downstream's, perhaps a constant.
        loop.hooks.drop(thrown);
      }
    }
  }
}
