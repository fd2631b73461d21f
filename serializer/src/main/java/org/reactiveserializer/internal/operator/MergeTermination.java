package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.waiting.Turn;
import org.reactivestreams.Subscriber;

/**
 * How a merge ends: by an error at once, or behind all sources with the errors that were kept so long;
 * and what becomes of items and errors that come too late.
 *
 * @param <T> the type of the inner items
 */
abstract class MergeTermination<T> extends ItemLoop<Inner<T>, T> {
  private final boolean delaysErrors;
  private final DelayedError delayed;

  MergeTermination(
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Subscriber<? super T> downstream) {
    super(
        Termination.immediate(), // errors that are delayed are kept here until the end
        downstream,
        settings.hooks(),
        null,
        null);
    this.delayed = delayed;
    this.delaysErrors = settings.delaysErrors();
  }

  /**
   * Has the owner called with {@link #turned}, behind the items and turns of this thread so far. By
   * any thread. False if it is too late.
   *
   * @param source what changed; {@code null} for the outer source
   */
  final boolean turn(@Nullable Inner<T> source) {
    Object entry = right().enter();
    if (entry == null) {
      return handOver(new Turn<>(source));
    }
    boolean done = false;
    long due = 0;
    try {
      renewAllowance();
      done = !mustPassFirst || passFirst();
      if (done) {
        turned(source);
        due = mustPassFirst || isEnding() ? emitUntilIdle() : exit(entry); // perhaps by this turn
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        pendingAbort = thrown;
        mustPassFirst = true;
      }
      throw thrown;
    }
    requestDueOrNote(due);
    return done;
  }

  /** A source failed. */
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

  /** Keeps an error for the end. If the end comes meanwhile, at least one of us sees the other. */
  private void keep(Throwable error) {
    delayed.add(error);
    if (isEnding()) {
      dropDelayed();
    }
  }

  /** Gives up the errors that wait for the end, since there is none. */
  final void dropDelayed() {
    Throwable kept = delayed.take(hooks);
    if (kept != null) {
      hooks.drop(kept);
    }
  }

  /** Ends the merge, since all sources have ended. By the owner. */
  final void end() {
    Throwable kept = delayed.take(hooks);
    if (kept == null) {
      termination.complete();
    } else if (!termination.fail(kept)) {
      hooks.drop(kept);
    }
  }

  /** After {@link #failedStep} was written. Nothing happens if it was the emission that threw. */
  final void giveUp() {
    signal();
  }

  @Override
  protected void look() {
    super.look();
    endForFailedStep();
  }

  /** Ends the merge if an end was not heeded. By the owner. */
  final void endForFailedStep() {
    Throwable cause = failedStep;
    if (cause != null) {
      termination.fail(cause);
    }
  }

  /** An item that comes after an inner's end. */
  final void discardLate(T item) {
    discard(item);
  }

  /** An error that comes after an inner's end, or is no end. */
  void drop(Throwable error) {
    hooks.drop(error);
  }

  /**
   * Tells whether what a source throws must go on to the caller: nothing can be signalled any more, and
   * it may be what the downstream threw, on this very thread, and the source let through.
   */
  boolean hasEnded() {
    return right().isClosed();
  }
}
