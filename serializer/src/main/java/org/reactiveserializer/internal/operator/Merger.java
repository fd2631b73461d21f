package org.reactiveserializer.internal.operator;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.SourceEvent;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The merge: subscribes to an outer source and to the inner source that a mapper makes of each outer
 * item, and delivers the items of all inners to one downstream, in the order in which they were
 * emitted. It ends when all sources have ended, with the errors that were delayed; or at once by an
 * error.
 *
 * <p>An inner that signals nothing costs nothing: there is no queue for each inner to poll, since
 * the items of all inners wait in one list, the drain state's. What is requested of an inner limits how
 * many of its items wait there. So an item waits only for the items that were emitted before it.
 *
 * <p>An inner begins and ends by a {@linkplain #report source event}. So only the owner accesses the list of
 * live inners, and it finds the end of an inner behind its items. The end of the outer source is a
 * source event without an inner, behind the source events of its inners, so no inner in the word is
 * overlooked.
 *
 * <p>Not final: a bridge adds what its library expects of a subscriber.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public class Merger<S, T> extends ItemLoop<Inner<T>, T>
    implements Subscriber<S>, DelayedError.Composite {
  /** How many items of an inner may be requested or wait. */
  final int prefetch;

  /** How many items of an inner must be delivered before more are requested. */
  final int batch;

  /** The outer source. */
  final OuterSource<T> outer;

  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;

  private final Inners<T> inners;

  /**
   * Why a signal of a source was not processed: the stack ended, or the heap. A merge that did not
   * know of this would wait for that source for ever, since a source that got an exception signals
   * nothing more (§2.13). The next pass ends the merge with it. It is stored in the {@code catch} block
   * of each method that a source calls, by a bare store, as is {@link #mustPassFirst} after it: a call
   * could overflow the stack again.
   *
   * <p>A source begins and ends once, perhaps for a single item, so a door before these steps would
   * cost more than the steps themselves: see decision 32.
   */
  volatile @Nullable Throwable failedStep;

  private final MergeSettings<? super T> settings;
  private final DelayedError delayed;

  /** Creates a merge without hooks for outer items. {@link #start} starts it. */
  public Merger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Subscriber<? super T> downstream) {
    this(settings, mapper, Hooks.none(), downstream);
  }

  /**
   * Creates a merge. {@link #start} starts it.
   *
   * @param outerHooks where the outer items go whose inner is not subscribed to
   */
  public Merger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    this(
        newDrainState(),
        new Demand(),
        settings.inners(),
        settings.delaysErrors() ? new DelayedError() : DelayedError.NONE,
        settings,
        mapper,
        outerHooks,
        downstream);
  }

  /** Creates a merge from parts that nothing else uses. */
  public Merger(
      DrainState drain,
      Demand demand,
      Inners<T> inners,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    super(
        drain,
        Termination.immediate(), // delayed errors wait in this class until the end
        demand,
        settings.restoring(downstream),
        settings.hooksOfWaiting(),
        inners,
        null,
        null);
    this.settings = settings;
    this.inners = inners;
    inners.belongTo(this);
    this.mapper = mapper;
    this.outerHooks = outerHooks;
    this.delayed = delayed;
    this.prefetch = settings.prefetch();
    this.batch = prefetch - (prefetch >> 2);
    this.outer = new OuterSource<>(this, MergeSettings.demand(concurrency()));
    if (inners.blocksSources()) {
      mustPassFirst = true; // an item goes straight to the downstream only after a look at its turn
    }
    waiting.observe("merge");
  }

  /** Returns how many inners may live at a time. */
  final int concurrency() {
    return settings.concurrency();
  }

  // What the outer source calls.

  /**
   * Subscribes the downstream to this, and this to the outer source. Called once, by the thread
   * that created this, before another thread knows of it.
   */
  public void start(Publisher<? extends S> source) {
    start();
    if (!isEnding()) {
      try {
        source.subscribe(this);
      } catch (Throwable thrown) { // §1.9 forbids it
        if (outer.mustRethrow(thrown)) {
          throw thrown;
        }
      }
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    try {
      outer.subscribed(subscription);
    } catch (VirtualMachineError exhausted) {
      failedStep = exhausted; // two stores: see there
      mustPassFirst = true;
      signalFailedStep();
      throw exhausted;
    }
  }

  @Override
  public void onNext(S item) {
    try {
      subscribeTo(item);
    } catch (VirtualMachineError exhausted) {
      failedStep = exhausted; // as above: an inner may have begun and will never end
      mustPassFirst = true;
      signalFailedStep();
      throw exhausted;
    }
  }

  private void subscribeTo(S item) {
    if (item == null) {
      throw outer.refuseNull("a null item");
    }
    Inner<T> inner = null;
    try {
      inner = makeInner(item);
    } finally {
      if (inner == null) {
        outerHooks.discard(item);
      }
    }
    if (inner != null) {
      outer.subscribe(inner);
    }
  }

  /** Makes the inner of an item. Returns null if no inner can be made, or after an end. */
  private @Nullable Inner<T> makeInner(S item) {
    if (outer.signals() != Signals.EXPECTED || isEnding()) {
      outer.dropAfterEnd("an item"); // the mapper is not called
      return null;
    }
    try {
      Publisher<? extends T> publisher = mapper.apply(item);
      if (publisher == null) {
        throw new NullPointerException("the mapper returned null");
      }
      Inner<T> inner = innerOf(publisher);
      return isEnding() ? null : inner; // the mapper may have cancelled
    } catch (Throwable thrown) {
      outer.violated(thrown);
      return null;
    }
  }

  /**
   * Makes the inner of a publisher. Called once for each outer item, by the thread that emits it.
   */
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new Inner<>(this, publisher);
  }

  @Override
  public void onError(Throwable error) {
    try {
      outer.failed(error);
    } catch (VirtualMachineError exhausted) {
      failedStep = exhausted;
      mustPassFirst = true;
      signalFailedStep();
      throw exhausted;
    }
  }

  @Override
  public void onComplete() {
    try {
      outer.completed();
    } catch (VirtualMachineError exhausted) {
      failedStep = exhausted;
      mustPassFirst = true;
      signalFailedStep();
      throw exhausted;
    }
  }

  // What an inner calls.

  /** Delivers an inner's item or hands it over. Returns how many items to request. */
  int item(Inner<T> inner, T item) {
    int outcome = next(inner, item);
    if (outcome == Outcome.LATE) {
      waiting.discard(item);
    }
    return Math.max(0, outcome);
  }

  /**
   * Reports that a source ended or was cancelled, behind its items; with an error, if there is one.
   */
  final void ended(@Nullable Inner<T> inner, @Nullable Throwable error) {
    if (error != null && !(inner != null && inner.failsAlone(error))) {
      failed(error);
    }
    report(inner, true);
  }

  // What the owner does.

  /** Cancels all sources: after an error there may be some that have not ended. */
  @Override
  protected final void releaseSources() {
    cancelSources();
  }

  @Override
  protected final void cancelSources() {
    outer.cancelSafely();
    inners.cancel();
    dropDelayed();
  }

  // The source events, the end, and what arrives after it.

  /**
   * Makes the owner call {@link Inners#occurred} after it accepted the items and source events of this thread so
   * far. Returns false if the word is closed. Called by any thread.
   *
   * @param source the inner that began or ended; null for the outer source
   * @param ends whether it ended
   */
  final boolean report(@Nullable Inner<T> source, boolean ends) {
    Object entry = drain.enter();
    if (entry == null) {
      return handOver(new SourceEvent<>(source, ends));
    }
    boolean done = true;
    long due = 0;
    boolean outside = true; // outside a pass, so that only the stack may end
    try {
      renewAllowance();
      if (mustPassFirst) {
        StackRoom.ensureInside();
        outside = false;
        done = passFirst();
        outside = true;
      }
      if (done) {
        inners.occurred(source, ends);
        due = inners.takeDue();
        if (mustPassFirst
            || mustEnd()
            || !drain.tryExit(entry)) { // this source event may have ended it
          inners.returnDue(due);
          StackRoom.ensureInside();
          outside = false;
          due = emitUntilIdle();
        }
      }
    } catch (Throwable thrown) {
      if (outside && thrown instanceof StackOverflowError) {
        drain.left = DrainState.PASSES;
        throw thrown;
      }
      try {
        abort(thrown);
      } catch (Throwable again) {
        drain.left = thrown;
      }
      throw thrown;
    }
    requestIfDue(due);
    return done;
  }

  /** Reports the error of a source: ends the merge with it, now or after all sources. */
  final void failed(Throwable error) {
    if (settings.delaysErrors()) {
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
    Throwable kept = delayed.take(hooks, this);
    if (kept != null) {
      hooks.drop(kept);
    }
  }

  /**
   * Makes one error of those of several sources. A bridge makes the one of its library.
   *
   * @param failed how many sources failed
   * @param errors their errors, at least two, each once, the first one first
   */
  @Override
  public Throwable composite(int failed, Throwable[] errors) {
    return DelayedError.suppressing(failed, errors);
  }

  /** Returns how the merge ends after its sources: with the errors that were delayed, if any. */
  final Object takeEndOfSources() {
    Throwable kept = delayed.take(hooks, this);
    return kept == null ? End.COMPLETED : kept;
  }

  /** Signals again if a step failed: the first time there may have been no stack for it. */
  final void signalFailedStep() {
    if (failedStep != null) {
      signal();
    }
  }

  /** Ends the merge if a thread could not report a beginning or an end. Called by the owner. */
  final void endForFailedStep() {
    Throwable cause = failedStep;
    if (cause != null) {
      termination.fail(cause);
    }
  }

  /** Returns whether the downstream cancelled or threw before it got the terminal. */
  protected final boolean wasCancelled() {
    return termination.end() == End.CANCELLED;
  }

  /** Discards an item that arrived after its inner's end. */
  final void discardAfterEnd(T item) {
    waiting.discard(item);
  }

  /** Discards items that wait. By the owner. */
  final void discardWaiting(Items<T> items) {
    waiting.discard(items);
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
    return drain.isClosed();
  }

  // What the downstream calls.

  @Override
  public void request(long n) {
    if (n > 0) {
      addDemand(n);
    } else if (!isEnding()) { // nothing happens once the end was requested (§3.6)
      StackRoom.ensure();
      fail(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  @Override
  public void cancel() {
    StackRoom.ensure();
    cancelTermination();
    dropDelayed();
    signal(); // the owner cancels the inners
    if (termination.end() == End.CANCELLED) {
      outer.cancelSafely();
    }
  }

  @Override
  protected final T waitingForm(T item) {
    ThreadLocals locals = settings.threadLocals();
    return locals == null ? item : locals.carrying(item, hooks);
  }

  // The state of the stream, for a bridge that can be scanned. By any thread.

  /**
   * Returns the outer source's subscription; null before it arrives, and after the end of that
   * source or of the merge.
   */
  protected final @Nullable Subscription outerSubscription() {
    return outer.unreleased();
  }

  /** Returns whether the stream has ended, or its end was requested. */
  protected final boolean isOver() {
    return isEnding();
  }

  /** Returns the error by which the stream has ended or will end; null if there is none. */
  protected final @Nullable Throwable error() {
    return termination.error();
  }

  /** Returns how many items wait, in constant time. */
  protected final int backlog() {
    return drain.itemsWaiting();
  }

  @Override
  public String toString() {
    return hooks.describe("Merge", this);
  }
}
