package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Run;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One inner source of a merge: its subscription, its counts of items, and its place in the list of
 * {@link LiveInners}.
 *
 * <p><b>Invariant.</b> {@code waiting + batch - untilRequest <= prefetch}, unless the publisher
 * emits items that were not requested. So no more than {@code prefetch} items of this inner wait.
 *
 * <p>Not final, so that a bridge can add what its library expects of a subscriber. The methods that
 * handle items are final.
 *
 * @param <T> the type of the items
 */
public class Inner<T> extends MergedSource<T> implements Subscriber<T> {
  private final Publisher<? extends T> publisher;

  /** Neighbours in {@link LiveInners}. */
  @Nullable Inner<?> younger;

  @Nullable Inner<?> older;

  // Only the owner accesses these: how many items wait, how many items must be delivered before the
  // next request, and what the owner knows of this inner.
  private int waiting;
  private int untilRequest;
  private Stage stage = Stage.NEW;

  /** The last run that was handed over. Written by the thread that signals. */
  @Nullable Run<T> run;

  // Written by the thread that signals (§1.3), or by the owner when it finds that a rule was
  // broken.
  private Signals signals = Signals.EXPECTED;

  /**
   * Creates an inner that is not subscribed yet.
   *
   * @param merger delivers the items
   * @param publisher publishes the items
   */
  public Inner(Merger<?, T> merger, Publisher<? extends T> publisher) {
    super(merger);
    this.publisher = publisher;
    this.untilRequest = merger.batch;
  }

  /**
   * Subscribes to the publisher. If {@code subscribe} throws, which §1.9 forbids, that is its
   * error.
   */
  final void subscribe() {
    try {
      publisher.subscribe(this);
    } catch (Throwable thrown) {
      if (mustRethrow(thrown)) {
        throw thrown;
      }
    }
  }

  @Override
  public final void onSubscribe(Subscription subscription) {
    subscribed(subscription);
  }

  @Override
  public final void onNext(T item) {
    if (item == null) {
      throw refuseNull("a null item");
    }
    if (signals != Signals.EXPECTED) {
      merge.discardAfterEnd(item);
      dropAfterEnd("an item");
    } else {
      int due = merge.item(this, item);
      if (due != 0) {
        // Only now, when this thread is not the owner: the publisher may answer at once.
        request(due);
      }
    }
  }

  @Override
  public final void onError(Throwable error) {
    failed(error);
  }

  @Override
  public final void onComplete() {
    completed();
  }

  /**
   * Appends an item to the open run. Returns false if there is none, or if the run refuses the
   * item, as the run of another thread does: it is then sealed, so that items of this thread, which
   * are handed over next, stay behind its items.
   */
  final boolean append(T item) {
    Run<T> open = run;
    if (open == null) {
      return false;
    }
    boolean appended = open.append(item);
    if (!appended) {
      open.seal();
    }
    return appended;
  }

  /** Makes a run that this thread may append to. */
  final Run<T> makeRun(T item) {
    return Run.of(item, this, run);
  }

  /**
   * Acts on a turn. The first turn reports that this inner began, before any signal; the second
   * that it ended. There may be a third: the publisher ended on one thread and broke a rule on
   * another. Called by the owner.
   */
  final Stage turn() {
    if (stage != Stage.REMOVED) {
      stage = stage == Stage.NEW ? Stage.LIVE : Stage.ENDED;
    }
    return stage;
  }

  /**
   * Adds {@code n}, which may be negative, to the number of items that wait. Called by the owner.
   */
  final void addWaiting(int n) {
    waiting += n;
    if (waiting + merge.batch - untilRequest > merge.prefetch && signals == Signals.EXPECTED) {
      // The items that were not requested are delivered all the same.
      violated(broken("§1.1", "more items than the " + merge.prefetch + " requested of it"));
    }
  }

  /**
   * Notes that {@code n} items are delivered. Returns how many items to request. Called by the
   * owner.
   */
  final int delivered(int n) {
    int left = untilRequest - n;
    if (left > 0) {
      untilRequest = left;
      return 0;
    }
    untilRequest = merge.batch;
    return merge.batch - left;
  }

  /**
   * Marks this inner as removed if it has ended and none of its items waits. Returns true once:
   * then the caller must remove it from the list of live inners. Called by the owner.
   */
  final boolean tryMarkRemoved() {
    if (stage == Stage.ENDED && waiting == 0) {
      stage = Stage.REMOVED;
      return true;
    }
    return false;
  }

  /** Requests {@code n} items. */
  final void request(long n) {
    Subscription current = subscription();
    try {
      if (current != null) {
        current.request(n);
      }
    } catch (Throwable thrown) { // §3.16 forbids it
      if (mustRethrow(thrown)) {
        throw thrown;
      }
    }
  }

  @Override
  final void requestFirst() {
    request(MergeSettings.demand(merge.prefetch));
  }

  @Override
  final Signals signals() {
    return signals;
  }

  @Override
  final void setSignals(Signals end) {
    signals = end;
  }

  @Override
  final Inner<T> inner() {
    return this;
  }

  @Override
  final String name() {
    try {
      return publisher.toString();
    } catch (Throwable thrown) { // must not hide the error that this name is for
      return publisher.getClass().getName();
    }
  }

  // The state of the source, for a bridge that can be scanned. By any thread.

  /**
   * Returns the source's subscription while the source may signal; null before it arrives, and
   * after the end.
   */
  protected final @Nullable Subscription source() {
    return unreleased();
  }

  /**
   * Returns whether the source signalled its end. A source that was cancelled first may still do
   * so.
   *
   * <p>{@code signals} is plain. It is written before the subscription is released, and read after
   * the subscription. So a thread that finds the subscription released because of an end also finds
   * that end.
   */
  protected final boolean hasEnded() {
    return isReleased() && signals == Signals.ENDED;
  }

  /** Returns whether the source was cancelled and has not signalled its end. */
  protected final boolean wasCancelled() {
    return isReleased() && signals != Signals.ENDED;
  }

  /** What the owner knows of an inner. */
  enum Stage {
    NEW,
    /** In the list of live inners: cancelled with the merge. */
    LIVE,
    /** It signals nothing more, but items of it may wait. Still in the list. */
    ENDED,
    /** Out of the list of live inners. */
    REMOVED
  }
}
