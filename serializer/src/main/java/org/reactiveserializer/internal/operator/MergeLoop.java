package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.Run;
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
abstract class MergeLoop<T> extends MergeTermination<T> {
  private static final int MOST_PASSES_OWED = 64;

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

  // Of the outer source's thread (§1.3), or of who found that a rule was broken. Inners that come
  // when no more are expected are not subscribed to. Null: they are expected.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Signals outerSignals;

  // For the owner, that none is expected: it knows of all that came before.
  private boolean lastCame;

  // How many inners to ask for, and how many passes ago there was one. Of the owner.
  private long outerDue;
  private int passesOwed;

  private final LiveInners live = new LiveInners();

  MergeLoop(
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Subscriber<? super T> downstream) {
    super(delayed, settings, downstream);
    this.demand = demand;
    this.prefetch = settings.prefetch();
    this.batch = prefetch - (prefetch >> 2);
    this.concurrency = settings.concurrency();
  }

  // What an inner calls.

  /** An inner's item. Returns how many to request. */
  int item(Inner<T> inner, T item) {
    int fate = next(inner, item);
    if (fate == Fate.LATE) {
      discard(item);
    }
    return Math.max(0, fate);
  }

  /** A source has ended, behind its items, or was cancelled; with an error, if there is one. */
  final void ended(@Nullable Inner<T> inner, @Nullable Throwable error) {
    if (error != null) {
      failed(error);
    }
    turn(inner);
  }

  // What becomes of the outer source.

  /** Returns what the outer source may still signal. */
  final Signals outerSignals() {
    Signals signals = outerSignals;
    return signals == null ? Signals.EXPECTED : signals;
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
    if (outerSignals() == Signals.EXPECTED) {
      endOuter(Signals.CUT, error);
    } else {
      drop(error);
    }
  }

  /** The outer source has ended; with an error, if there is one. */
  final void outerEnded(@Nullable Throwable error) {
    endOuter(Signals.ENDED, error);
  }

  private void endOuter(Signals end, @Nullable Throwable error) {
    try {
      OUTER_SIGNALS.setRelease(this, end); // the turn below is a fence
      if (end == Signals.CUT) {
        cutOuter();
      } else {
        outer.release();
      }
      ended(null, error);
    } catch (Throwable thrown) {
      failedStep = thrown; // here, where the end was noted, and without a call
      mustPassFirst = true; // and another: no item is to go straight past it
      giveUp();
      throw thrown;
    }
  }

  /** Cancels the outer source. */
  final void cutOuter() {
    try {
      outer.cancel();
    } catch (Throwable thrown) { // in spite of §3.15
      drop(thrown);
    }
  }

  // What the owner does.

  @Override
  protected boolean appendToOpen(Inner<T> inner, T item) {
    return inner.append(item);
  }

  @Override
  protected Run<T> makeRun(Inner<T> inner, T item) {
    return inner.makeRun(item);
  }

  @Override
  protected void remember(Inner<T> inner, Run<T> run) {
    inner.run = run;
  }

  @Override
  protected long grant() {
    return demand.grant();
  }

  @Override
  protected void satisfied() {
    demand.satisfied();
  }

  @Override
  protected int beforeFastPath(Inner<T> inner) {
    return inner.emitted(1);
  }

  @Override
  protected void waits(Inner<T> inner, int n) {
    inner.waits(n);
  }

  @Override
  protected void delivered(Inner<T> inner, int n) {
    inner.waits(-n);
    int due = inner.emitted(n);
    if (inner.goes()) {
      remove(inner);
    } else if (due != 0) {
      inner.request(due);
    }
  }

  @Override
  protected void turned(@Nullable Inner<T> inner) {
    endForFailedStep();
    countRun(inner);
    if (inner == null) {
      lastCame = true;
      endIfOver();
    } else if (inner.turn() == Inner.Stage.LIVE) {
      add(inner);
    } else if (inner.goes()) {
      remove(inner);
    }
  }

  /** So that an end finds the items before it, of which the run has got some since it was handed over. */
  private void countRun(@Nullable Inner<T> inner) {
    Run<T> run = inner == null ? null : inner.run;
    if (run != null) {
      run.seal();
      refresh(run);
    }
  }

  @Override
  protected void abandoned(@Nullable Inner<T> inner) {
    if (inner != null) {
      inner.cut();
    }
  }

  private void add(Inner<T> inner) {
    live.add(inner);
    if (live.count() > concurrency && outerSignals() == Signals.EXPECTED) {
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
    outerDue++;
  }

  @Override
  protected long takeDueRequest() {
    passesOwed = 0;
    long due = outerDue;
    if (due < concurrency - live.count() - due) {
      return 0; // more than that are still to come, and need no request
    }
    outerDue = 0;
    return due;
  }

  @Override
  protected void requestDue(long due) {
    if (!isEnding() && !right().isClosed()) {
      requestOuter(due);
    }
  }

  /** Others may keep the owner for ever: then it asks all the same, if no inner can bring without bound. */
  @Override
  protected void look() {
    super.look();
    if (outerDue != 0 && prefetch != Integer.MAX_VALUE && ++passesOwed > MOST_PASSES_OWED) {
      long due = takeDueRequest();
      if (due != 0) {
        requestDue(due);
      }
    }
  }

  private void endIfOver() {
    if (lastCame && live.isEmpty() && !isEnding()) {
      end();
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

  private static final VarHandle OUTER_SIGNALS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "outerSignals", VarHandle.class, MergeLoop.class, Signals.class);
}
