package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Demand;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.ItemEntrance;
import org.reactiveserializer.internal.emission.Outlet;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.emission.Termination.End;
import org.reactiveserializer.internal.emission.Turn;
import org.reactiveserializer.internal.emission.Upstream;
import org.reactiveserializer.internal.emission.Work;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Many inner sources, one downstream: subscribes to what a mapper makes of the items of an outer
 * source, and delivers what these bring, in the order in which they bring it.
 *
 * <p>An inner that says nothing costs nothing: there are no queues to look into, since the items of
 * all inners wait in one list, the right's. How many of one inner wait there is limited by what is
 * asked of it. So an item waits for no more than those that came before it.
 *
 * <p>An inner begins and ends by a {@linkplain #turn turn}, so that only the owner touches the list
 * of live ones, and finds the end of an inner behind its items. Likewise it finds the end of the
 * outer source behind the inners of it: none that is still in the right's list is overlooked.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public final class Merger<S, T> extends ItemEntrance<Inner<T>, T> implements Subscriber<S> {
  /** How many items of an inner may be under way or wait. */
  final int prefetch;

  /** How many of them must be delivered so that it pays to request more. */
  final int batch;

  private final int concurrency;
  private final boolean delaysErrors;
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Demand demand;
  private final DelayedError delayed;
  private final Upstream outer = new Upstream();

  // Inners that come later are not subscribed to.
  private volatile boolean outerEnded;

  // The same for the owner, who knows of all that came before.
  private boolean lastCame;

  private final LiveInners live = new LiveInners();

  /** Creates one that {@link #start} starts, around a fresh right. */
  public Merger(
      EmissionRight right,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Subscriber<? super T> downstream) {
    this(right, new Demand(), new DelayedError(), settings, mapper, downstream);
  }

  /** As the other, of parts that are all fresh. */
  public Merger(
      EmissionRight right,
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
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
    this.mapper = mapper;
  }

  /** Subscribes the downstream to this, and this to the outer source. */
  public void start(Publisher<? extends S> source) {
    subscribeDownstream();
    if (!isEnding()) {
      try {
        source.subscribe(this);
      } catch (Throwable thrown) { // in spite of §1.9
        if (hasEnded()) {
          throw thrown;
        }
        outerFailed(thrown);
      }
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (outer.arrive(arrived)) {
      requestOuter(MergeSettings.demand(concurrency));
    } else {
      hooks.drop(
          new IllegalStateException("§2.12: the outer source signalled a second onSubscribe"));
    }
  }

  @Override
  public void onNext(S item) {
    boolean late = outerEnded || isEnding();
    if (item == null) {
      NullPointerException thrown =
          new NullPointerException("§2.13: the outer source signalled a null item");
      if (!late) {
        outer.cancel();
        outerFailed(thrown);
      }
      throw thrown;
    }
    if (late) {
      return; // before the mapper is called
    }
    Publisher<? extends T> publisher;
    try {
      publisher = mapper.apply(item);
      if (publisher == null) {
        throw new NullPointerException("the mapper returned null for " + item);
      }
    } catch (Throwable thrown) {
      outer.cancel();
      outerFailed(thrown);
      return;
    }
    Inner<T> inner = new Inner<>(this, publisher);
    if (turn(inner)) {
      inner.subscribe();
    }
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    if (outerEnded) {
      hooks.drop(error);
    } else {
      outer.release();
      outerFailed(error);
    }
  }

  @Override
  public void onComplete() {
    outer.release();
    endOuter();
  }

  @Override
  public void request(long n) {
    if (n <= 0 && !isEnding()) { // §3.6; and who is about to end need not be told
      fail(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    } else if (n > 0 && demand.add(n)) {
      signal();
    }
  }

  @Override
  public void cancel() {
    try {
      cancelTermination();
      dropDelayed();
      if (termination.end() == End.CANCELLED) {
        outer.cancel();
      }
    } finally {
      signal(); // the owner cancels the inners
    }
  }

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

  private void outerFailed(Throwable error) {
    failed(error);
    endOuter();
  }

  private void endOuter() {
    outerEnded = true;
    hand(new OuterEnd());
  }

  private void failed(Throwable error) {
    if (delaysErrors) {
      keep(error);
    } else {
      fail(error);
    }
  }

  private void fail(Throwable error) {
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

  private void dropDelayed() {
    Throwable kept = delayed.take();
    if (kept != null) {
      hooks.drop(kept);
    }
  }

  private void requestOuter(long n) {
    try {
      outer.request(n);
    } catch (Throwable thrown) { // in spite of §3.16
      if (hasEnded()) {
        throw thrown;
      }
      outer.cancel();
      outerFailed(thrown);
    }
  }

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

  /** Puts runs behind those that wait, and heeds turns and the outer source's end at once. */
  @Override
  protected void accept(@Nullable Work last) {
    for (Work work = Work.oldestFirst(last); work != null; ) {
      Work successor = work.unlink();
      if (work instanceof Turn) {
        turned(inner((Turn<?>) work));
      } else if (work instanceof OuterEnd) {
        lastCame = true;
        endIfOver();
      } else {
        enqueue(work);
      }
      work = successor;
    }
  }

  @Override
  protected void turned(Inner<T> inner) {
    if (inner.turn() == Inner.Stage.LIVE) {
      add(inner);
    } else if (inner.goes()) {
      remove(inner);
    }
  }

  private void add(Inner<T> inner) {
    live.add(inner);
    if (live.count() > concurrency) {
      outer.cancel();
      outerFailed(
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
    try {
      outer.cancel();
    } catch (Throwable thrown) { // in spite of §3.15
      hooks.drop(thrown);
    }
    live.cancel();
    dropDelayed();
  }

  @SuppressWarnings("unchecked") // nothing else turns here
  private Inner<T> inner(Turn<?> turn) {
    return (Inner<T>) turn.source();
  }

  /** The end of the outer source. */
  private static final class OuterEnd extends Work {
    @Override
    protected int size() {
      return 0;
    }
  }
}
