package org.reactiveserializer.internal.operator;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Subscribes to an outer source and to the inner source that a mapper makes of each outer item, and
 * delivers the items of all inner sources to one downstream. Not final, so that a benchmark can
 * vary a step and a bridge can add what its library expects of a subscriber.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public class Merger<S, T> extends MergeLoop<T> implements Subscriber<S> {
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;

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
        new Demand(),
        settings.delaysErrors() ? new DelayedError() : DelayedError.NONE,
        settings,
        mapper,
        outerHooks,
        downstream);
  }

  /** Creates a merge from parts that nothing else uses, so that a test can replace one of them. */
  public Merger(
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Subscriber<? super T> downstream) {
    this(demand, delayed, settings, mapper, Hooks.none(), downstream);
  }

  private Merger(
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    super(demand, delayed, settings, downstream);
    this.mapper = mapper;
    this.outerHooks = outerHooks;
  }

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
    outer.subscribed(subscription);
  }

  @Override
  public void onNext(S item) {
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
      try {
        outer.subscribe(inner);
      } catch (Throwable thrown) {
        failedStep = thrown; // the inner may have begun and will never end
        mustPassFirst = true;
        signalFailedStep();
        throw thrown;
      }
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
    outer.failed(error);
  }

  @Override
  public void onComplete() {
    outer.completed();
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
    return right().itemsWaiting();
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      addDemand(demand, n);
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
}
