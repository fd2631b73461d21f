package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Demand;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.ItemEntrance;
import org.reactiveserializer.internal.emission.Outlet;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.emission.Turn;
import org.reactiveserializer.internal.emission.Upstream;
import org.reactiveserializer.internal.emission.Work;
import org.reactivestreams.Subscriber;

/**
 * What a merge does with its inner sources: delivers what they bring, in the order in which they
 * bring it, knows which of them live, and when all is over.
 *
 * <p>An inner that says nothing costs nothing: there are no queues to look into, since the items of
 * all inners wait in one list, the right's. How many of one inner wait there is limited by what is
 * asked of it. So an item waits for no more than those that came before it.
 *
 * <p>An inner begins and ends by a {@linkplain #turn turn}, so that only the owner touches the list
 * of live ones, and finds the end of an inner behind its items. Likewise it finds the end of the
 * outer source, a turn without an inner, behind the inners of it: none that is still in the right's
 * list is overlooked.
 *
 * @param <T> the type of the inner items
 */
abstract class MergeLoop<T> extends ItemEntrance<Inner<T>, T> {
  /** How many items of an inner may be under way or wait. */
  final int prefetch;

  /** How many of them must be delivered so that it pays to request more. */
  final int batch;

  /** How many inners may live. */
  final int concurrency;

  /** What the downstream asked for. */
  final Demand demand;

  /** Where the inners come from. */
  final Upstream outer = new Upstream();

  private final boolean delaysErrors;
  private final DelayedError delayed;

  // Of the outer source's thread (§1.3), or of who found that a rule was broken. Inners that come
  // when no more are expected are not subscribed to.
  private volatile Signals outerSignals = Signals.EXPECTED;

  // For the owner, that none is expected: it knows of all that came before.
  private boolean lastCame;

  private final LiveInners live = new LiveInners();

  MergeLoop(
      EmissionRight right,
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Subscriber<? super T> downstream) {
    super(
        right,
        Termination.immediate(), // errors that are delayed are kept here until the end
        new Outlet<>(downstream),
        settings.hooks());
    this.demand = demand;
    this.delayed = delayed;
    this.prefetch = settings.prefetch();
    this.batch = prefetch - (prefetch >> 2);
    this.concurrency = settings.concurrency();
    this.delaysErrors = settings.delaysErrors();
  }

  // What an inner calls.

  /** An inner's item. Returns how many to request. */
  int item(Inner<T> inner, T item) {
    return next(inner, item);
  }

  /** An inner has ended, behind its items. */
  void ended(Inner<T> inner) {
    turn(inner);
  }

  /** An inner has ended, or was cancelled, with an error. */
  void failed(Inner<T> inner, Throwable error) {
    failed(error);
    turn(inner);
  }

  /** An item that comes after an inner's end. */
  void discard(T item) {
    hooks.discard(item);
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
    return right.isClosed();
  }

  // What becomes of the outer source.

  /** Returns what the outer source may still signal. */
  final Signals outerSignals() {
    return outerSignals;
  }

  /** Asks the outer source for {@code n} inners more. */
  final void requestOuter(long n) {
    try {
      outer.request(n);
    } catch (Throwable thrown) { // in spite of §3.16
      if (hasEnded()) {
        throw thrown;
      }
      outerViolated(thrown);
    }
  }

  /** The outer source broke a rule, or no inner can be made of what it brought: it is cancelled. */
  final void outerViolated(Throwable error) {
    if (outerSignals == Signals.EXPECTED) {
      outerSignals = Signals.CUT;
      cutOuter();
      failed(error);
      turn(null);
    } else {
      drop(error);
    }
  }

  /** The outer source has ended; with an error, if there is one. */
  final void outerEnded(@Nullable Throwable error) {
    outerSignals = Signals.ENDED;
    outer.release();
    if (error != null) {
      failed(error);
    }
    turn(null);
  }

  /** Cancels the outer source. */
  final void cutOuter() {
    try {
      outer.cancel();
    } catch (Throwable thrown) { // in spite of §3.15
      drop(thrown);
    }
  }

  // Errors.

  private void failed(Throwable error) {
    if (delaysErrors) {
      keep(error);
    } else {
      fail(error);
    }
  }

  /** Ends the merge with an error, now. */
  final void fail(Throwable error) {
    if (termination.fail(error)) {
      signal();
    } else {
      hooks.drop(error);
    }
  }

  /** Keeps an error for the end. If the end comes meanwhile, at least one of us sees the other. */
  private void keep(Throwable error) {
    if (!delayed.add(error)) {
      hooks.drop(error);
    }
    if (isEnding()) {
      dropDelayed();
    }
  }

  /** Gives up the errors that wait for the end, since there is none. */
  final void dropDelayed() {
    Throwable kept = delayed.take();
    if (kept != null) {
      hooks.drop(kept);
    }
  }

  // What the owner does.

  @Override
  protected long room() {
    return demand.room();
  }

  @Override
  protected void satisfied() {
    demand.satisfied();
  }

  @Override
  protected int straight(Inner<T> inner) {
    demand.emitted(1);
    return inner.emitted(1);
  }

  @Override
  protected void waits(Inner<T> inner, int n) {
    inner.waits(n);
  }

  @Override
  protected void delivered(Inner<T> inner, int n) {
    demand.emitted(n);
    inner.waits(-n);
    int due = inner.emitted(n);
    if (inner.goes()) {
      remove(inner);
    } else if (due != 0) {
      inner.request(due);
    }
  }

  /** Puts runs behind those that wait, and heeds turns at once. */
  @Override
  protected void accept(@Nullable Work last) {
    for (Work work = Work.oldestFirst(last); work != null; ) {
      Work successor = work.unlink();
      if (work instanceof Turn) {
        turned(inner((Turn<?>) work));
      } else {
        enqueue(work);
      }
      work = successor;
    }
  }

  @Override
  protected void turned(@Nullable Inner<T> inner) {
    if (inner == null) {
      lastCame = true;
      endIfOver();
    } else if (inner.turn() == Inner.Stage.LIVE) {
      add(inner);
    } else if (inner.goes()) {
      remove(inner);
    }
  }

  private void add(Inner<T> inner) {
    live.add(inner);
    if (live.count() > concurrency) {
      outerViolated(
          new IllegalStateException(
              "§1.1: the outer source signalled more than was requested: inner number "
                  + live.count()
                  + ", where concurrency is "
                  + concurrency));
    }
  }

  private void remove(Inner<T> inner) {
    live.remove(inner);
    endIfOver();
    if (!isEnding() && !right.isClosed()) {
      requestOuter(1);
    }
  }

  private void endIfOver() {
    if (lastCame && live.isEmpty() && !isEnding()) {
      Throwable kept = delayed.take();
      if (kept == null) {
        termination.complete();
      } else if (!termination.fail(kept)) {
        hooks.drop(kept);
      }
    }
  }

  /** After an error there may be others, which have not ended. */
  @Override
  protected void releaseSources() {
    cancelSources();
  }

  @Override
  protected void cancelSources() {
    cutOuter();
    live.cancel();
    dropDelayed();
  }

  @SuppressWarnings("unchecked") // nothing else turns here
  private @Nullable Inner<T> inner(Turn<?> turn) {
    return (Inner<T>) turn.source();
  }
}
