package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.waiting.Turn;
import org.reactivestreams.Subscriber;

/**
 * The end of a merge: at once by an error, or after all sources with the errors that were delayed;
 * and what happens to items and errors that arrive after the end.
 *
 * @param <T> the type of the inner items
 */
abstract class MergeTermination<T> extends ItemLoop<Inner<T>, T> {
  /**
   * Why a source's beginning or end could not be reported: for want of stack. A merge that did not
   * know of this would wait for that source for ever. Written by a bare store, followed by one of
   * {@link #mustPassFirst}; the next pass ends the merge with it.
   *
   * <p>A source begins and ends once, perhaps for a single item, so a door before these steps would
   * cost more than the steps themselves: see decision 32.
   */
  volatile @Nullable Throwable failedStep;

  private final boolean delaysErrors;
  private final DelayedError delayed;

  MergeTermination(
      DelayedError delayed, MergeSettings<? super T> settings, Subscriber<? super T> downstream) {
    super(
        Termination.immediate(), // delayed errors wait in this class until the end
        downstream,
        settings.hooks(),
        null,
        null);
    this.delayed = delayed;
    this.delaysErrors = settings.delaysErrors();
  }

  /**
   * Makes the owner call {@link #turned} after it accepted the items and turns of this thread so
   * far. Returns false if the right is closed. Called by any thread.
   *
   * @param source the inner that began or ended; null for the outer source
   * @param ends whether it ended
   */
  final boolean turn(@Nullable Inner<T> source, boolean ends) {
    Object entry = right().enter();
    if (entry == null) {
      return handOver(new Turn<>(source, ends));
    }
    boolean done = false;
    long due = 0;
    try {
      renewAllowance();
      done = !mustPassFirst || passFirst();
      if (done) {
        turned(source, ends);
        // This turn may have ended it.
        due = mustPassFirst || mustEnd() ? emitAll() : exit(entry);
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        left = thrown;
      }
      throw thrown;
    }
    requestIfDue(due);
    return done;
  }

  private long emitAll() {
    StackRoom.ensureInside();
    return emitUntilIdle();
  }

  /** Reports the error of a source: ends the merge with it, now or after all sources. */
  final void failed(Throwable error) {
    if (delaysErrors) {
      keep(error);
    } else {
      fail(error);
    }
  }

  /** Ends the merge with an error, now. */
  final void fail(Throwable error) {
    mustPassFirst = true;
    if (termination.fail(error)) {
      signal();
    } else {
      hooks.drop(error);
    }
  }

  /**
   * Keeps an error for the end. It is added before this looks for the end, and the owner sets the
   * end before it drops the errors that were added. So at least one of the two sees the other.
   */
  private void keep(Throwable error) {
    delayed.add(error);
    if (isEnding()) {
      dropDelayed();
    }
  }

  /** Drops the errors that wait for the end: they will not be signalled. */
  final void dropDelayed() {
    Throwable kept = delayed.take(hooks);
    if (kept != null) {
      hooks.drop(kept);
    }
  }

  @Override
  protected final Object takeEndOfSources() {
    Throwable kept = delayed.take(hooks);
    return kept == null ? End.COMPLETED : kept;
  }

  /** Makes the owner see {@link #failedStep}. */
  final void signalFailedStep() {
    signal();
  }

  @Override
  protected void look() {
    super.look();
    endForFailedStep();
  }

  /** Ends the merge if a thread could not report a beginning or an end. Called by the owner. */
  final void endForFailedStep() {
    Throwable cause = failedStep;
    if (cause != null) {
      termination.fail(cause);
    }
  }

  /** A publisher emits nothing after an exception, so the merge must not wait for it. */
  @Override
  protected final boolean mayThrowToProducers() {
    return false;
  }

  /** Returns whether the downstream cancelled or threw before it got the terminal. */
  protected final boolean wasCancelled() {
    return termination.end() == End.CANCELLED;
  }

  /** Discards an item that arrived after its inner's end. */
  final void discardAfterEnd(T item) {
    discard(item);
  }

  /** Drops an error that arrived after its source's end, or that does not end its source. */
  void drop(Throwable error) {
    hooks.drop(error);
  }

  /**
   * Returns whether the merge has ended, so that what a source throws must be rethrown to the
   * caller. Nothing can be signalled any more, and it may be what the downstream threw on this
   * thread, passed on by the source.
   */
  boolean hasEnded() {
    return right().isClosed();
  }
}
