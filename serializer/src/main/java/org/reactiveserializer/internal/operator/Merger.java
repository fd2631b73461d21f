package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Backlog;
import org.reactiveserializer.internal.engine.DrainLimit;
import org.reactiveserializer.internal.engine.Emitter;
import org.reactiveserializer.internal.engine.End;
import org.reactiveserializer.internal.engine.Fields;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.engine.StackCheck;
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
 * the items of all inners wait in one list. What is requested of an inner limits how many of its items
 * wait there.
 *
 * <p><b>The end.</b> {@code running} counts the outer source and the inners. The thread of the outer source
 * counts an inner before it subscribes to it; the owner counts it out when the inner has ended, which it
 * learns by an event behind the inner's items, and none of these wait. So whoever counts out the last one ends
 * the merge, and nothing waits then.
 *
 * <p><b>Cancelling.</b> The inners are in a list that only the outer source's thread changes. Who cancels
 * publishes the end first, and then walks along the list; an inner stores its subscription first, and then
 * looks for the end. So one of the two cancels it.
 *
 * <p><b>Requests of the outer source.</b> For each inner that has ended one more is due, but not before no more are
 * expected than are due: so several are requested together. The owner counts out an inner, and then looks how many
 * are expected; the outer source's thread counts an inner, and then looks how many are due. So one of the two
 * finds that it is time.
 *
 * <p>It is a subscriber of {@link Flow} as well, as its inners are, so that such a source needs no adapter.
 * Not final: a bridge adds what its library expects of a subscriber.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public class Merger<S, T> extends Emitter<T>
    implements Subscriber<S>, Flow.Subscriber<S>, DelayedErrors.Composite {
  private static final int MAX_PASSES_POSTPONED = 64;

  /** So many inners that have ended may stay in the list. */
  private static final int FEW = 32;

  /** How many items of an inner may be requested or wait. */
  final int prefetch;

  /** How many items of an inner must be delivered before more are requested. */
  final int batch;

  /** The outer source. */
  final MergedSource.Outer<T> outer;

  private final MergeSettings<? super T> settings;
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;
  private final DelayedErrors delayed;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int running = 1;

  // The youngest. By the outer source's thread, which also unlinks those that have ended.
  private volatile @Nullable Link<T> inners;
  private int linked;
  private int unlinked;

  // How many inners have ended, by the owner; and in the place of how many one was requested.
  private volatile int ended;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int replaced;

  // By the owner: for how many passes a request is postponed.
  private int passesPostponed;

  /** Creates a merge. {@link MergeSettings.Plan#start} starts it. */
  public Merger(MergeSettings.Plan<S, T> plan, Subscriber<? super T> downstream) {
    super(
        Backlog.unbounded(),
        plan.settings().common().hooksOfWaiting(),
        DrainLimit.NONE,
        0,
        downstream);
    this.settings = plan.settings();
    this.mapper = plan.mapper();
    this.outerHooks = plan.outerHooks();
    this.delayed = settings.delaysErrors() ? new DelayedErrors() : DelayedErrors.NONE;
    this.prefetch = settings.prefetch();
    this.batch = prefetch - (prefetch >> 2);
    this.outer = new MergedSource.Outer<>(this, MergeSettings.demand(settings.concurrency()));
    register("merge");
  }

  // What the outer source calls.

  /**
   * Subscribes the downstream to this, and this to the outer source. Called once, by the thread
   * that created this, before another thread knows of it.
   */
  public void start(Publisher<? extends S> source) {
    signal();
    if (!isTerminated()) {
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
    outer.subscribed(subscription);
  }

  @Override
  public final void onSubscribe(Flow.Subscription subscription) {
    onSubscribe(SubscriptionRef.of(subscription));
  }

  @Override
  public void onNext(S item) {
    if (item == null) {
      throw outer.refuseNull("a null item");
    }
    Inner<T> inner = null;
    try {
      inner = innerOf(item);
    } finally {
      if (inner == null) {
        outerHooks.discard(item);
      }
    }
    if (inner != null) {
      inner.subscribe();
      hasLeft();
    }
  }

  /** Makes the inner of an item. Returns null if no inner can be made, or after an end. */
  private @Nullable Inner<T> innerOf(S item) {
    if (!outer.mayEmit() || isTerminated()) {
      outer.dropAfterEnd("an item"); // the mapper is not called
      return null;
    }
    Publisher<? extends T> publisher;
    try {
      publisher = mapper.apply(item);
      if (publisher == null) {
        throw new NullPointerException("the mapper returned null");
      }
    } catch (Throwable thrown) {
      outer.violated(thrown);
      return null;
    }
    int number = linked + unlinked + 1 - replaced; // of those that were requested, exactly
    if (number > settings.concurrency()) {
      outer.violated(
          new IllegalStateException(
              "§1.1: the outer source signalled more than was requested: inner number "
                  + number
                  + ", where concurrency is "
                  + settings.concurrency()));
    }
    if (isTerminated()) { // by the mapper, perhaps
      return null;
    }
    Inner<T> inner = innerOf(publisher);
    RUNNING.getAndAdd(this, 1);
    link(inner);
    return inner;
  }

  /**
   * Makes the inner of a publisher. Called once for each outer item, by the thread that emits it.
   */
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new Inner<>(this, publisher);
  }

  /** A place in the list. An inner that has ended leaves it, so that neither holds the other. */
  static final class Link<T> {
    // Plain: who finds an inner that has ended cancels it, which does nothing.
    @Nullable Inner<T> inner;

    volatile @Nullable Link<T> next;

    Link(Inner<T> inner, @Nullable Link<T> next) {
      this.inner = inner;
      NEXT.set(this, next); // the list publishes it
    }

    private static final VarHandle NEXT = Fields.handle(MethodHandles.lookup(), "next", Link.class);
  }

  private void link(Inner<T> inner) {
    if (linked > FEW && ended - unlinked > linked / 2) {
      unlinkEnded();
    }
    Link<T> link = new Link<>(inner, inners);
    inner.link = link;
    INNERS.setRelease(this, link); // a fence follows: the inner sets its subscription
    linked++;
  }

  /** Unlinks in place: so who walks along the list meanwhile misses none that may emit. */
  private void unlinkEnded() {
    Link<T> last = null;
    for (Link<T> each = inners; each != null; each = each.next) {
      if (each.inner != null) {
        last = each;
      } else {
        if (last == null) {
          inners = each.next;
        } else {
          last.next = each.next;
        }
        linked--;
        unlinked++;
      }
    }
  }

  @Override
  public void onError(Throwable error) {
    outer.failed(error);
  }

  @Override
  public void onComplete() {
    outer.completed();
  }

  // What sources call.

  /** Delivers an inner's item, hands it over, or discards it. */
  final void item(Inner<T> inner, T item) {
    if (!emit(inner, item).isAccepted()) {
      discard(item);
    }
  }

  /** Reports that an inner ended or was cancelled, behind its items; with an error, if there is one. */
  final void ended(Inner<T> inner, @Nullable Throwable error) {
    if (error != null) {
      failed(error);
    }
    report(inner);
  }

  /** The outer source ended or was cancelled; with an error, if there is one. */
  final void outerEnded(@Nullable Throwable error) {
    if (error != null) {
      failed(error);
    }
    if (countOut()) {
      try {
        fail(endOfSources());
      } catch (Throwable thrown) { // perhaps there was no heap to make one error of several
        super.cancel(); // nobody else would end it
        throw thrown;
      }
    }
  }

  private boolean countOut() {
    return (int) RUNNING.getAndAdd(this, -1) == 1;
  }

  /** Returns how the merge ends after its sources: with the errors that were delayed, if any. */
  private End endOfSources() {
    Throwable kept = delayed.take(this);
    return kept == null ? End.COMPLETED : End.error(kept, true);
  }

  /** Reports the error of a source: ends the merge with it, now or after all sources. */
  private void failed(Throwable error) {
    if (settings.delaysErrors()) {
      delayed.add(error); // first: who ends the merge drops what was added before
      if (isTerminated()) {
        dropDelayed();
      }
    } else {
      fail(End.error(error, true));
    }
  }

  private void fail(End end) {
    if (!end(end)) {
      end.drop(hooks);
    }
  }

  /** Drops the errors that wait for the end: they will not be signalled. */
  private void dropDelayed() {
    Throwable kept = delayed.take(this);
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
    return DelayedErrors.suppressing(failed, errors);
  }

  /** Drops an error that arrived after its source's end, or that does not end its source. */
  final void drop(Throwable error) {
    hooks.drop(error);
  }

  /** Discards an item that arrived after its inner's end. */
  final void discardAfterEnd(T item) {
    discard(item);
  }

  /**
   * Returns whether the merge has ended, so that what a source throws must be rethrown to the
   * caller. Nothing can be signalled any more, and it may be what the downstream threw on this
   * thread, passed on by the source.
   */
  final boolean hasEnded() {
    return isClosed();
  }

  // What the owner does.

  /** An inner has ended, and none of its items waits. Once for each. */
  final void innerEnded() {
    ENDED.setOpaque(this, ended + 1); // what follows is a fence
    if (countOut()) {
      endByOwner(endOfSources());
    }
  }

  /** Requests as many outer items as are due, if it is time. By any thread: see the class comment. */
  @Override
  protected final void hasLeft() {
    for (; ; ) {
      int before = replaced;
      int due = ended - before;
      int expected = settings.concurrency() - (running - 1) - due;
      if (due == 0 || due < expected) {
        return;
      }
      if (REPLACED.compareAndSet(this, before, before + due)) {
        if (!isTerminated()) {
          outer.request(due);
        }
        return;
      } // the other thread may have replaced only a part of these
    }
  }

  // Other threads may keep the owner busy without end. Then it requests inners itself, though one
  // that answers at once must hand over all its items. So it does not if the prefetch does not
  // bound these.
  @Override
  protected final void afterPass() {
    if (ended == replaced) {
      passesPostponed = 0;
    } else if (prefetch != Integer.MAX_VALUE && ++passesPostponed > MAX_PASSES_POSTPONED) {
      passesPostponed = 0;
      hasLeft();
    }
  }

  /** Cancels all sources: after an error there may be some that have not ended. */
  @Override
  protected final void releaseSources(End end) {
    cancelSources();
  }

  @Override
  protected final void cancelSources() {
    outer.cancelSafely();
    for (Link<T> each = inners; each != null; each = each.next) {
      Inner<T> inner = each.inner;
      if (inner != null) {
        inner.cancelSafely();
      }
    }
    dropDelayed();
  }

  // What the downstream calls.

  @Override
  public void request(long n) {
    if (n > 0) {
      addDemand(n);
    } else if (requestedEnd() == null) { // nothing happens once the end was requested (§3.6)
      StackCheck.ensure();
      fail(
          End.error(
              new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"), true));
    }
  }

  @Override
  public void cancel() {
    super.cancel(); // the owner cancels the sources
    dropDelayed();
    if (wasCancelled()) {
      outer.cancelSafely();
    }
  }

  @Override
  protected final T waitingForm(T item) {
    return settings.common().waitingForm(item);
  }

  @Override
  protected final Subscriber<? super T> attached(Subscriber<? super T> subscriber) {
    return settings.common().restoring(subscriber);
  }

  // The state of the stream, for a bridge that can be scanned. By any thread.

  /**
   * Returns the outer source's subscription; null before it arrives, and after the end of that
   * source or of the merge.
   */
  protected final @Nullable Subscription outerSubscription() {
    return outer.unreleased();
  }

  @Override
  public String toString() {
    return hooks.describe("Merge", this);
  }

  private static final VarHandle INNERS =
      Fields.handle(MethodHandles.lookup(), "inners", Link.class);
  private static final VarHandle RUNNING =
      Fields.handle(MethodHandles.lookup(), "running", int.class);
  private static final VarHandle ENDED = Fields.handle(MethodHandles.lookup(), "ended", int.class);
  private static final VarHandle REPLACED =
      Fields.handle(MethodHandles.lookup(), "replaced", int.class);
}
