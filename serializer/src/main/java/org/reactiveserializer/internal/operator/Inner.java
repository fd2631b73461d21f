package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One inner source of a merge: its subscription, its counts of items, and its place in the list of
 * {@link Inners}.
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

  /** Neighbours in the list of {@link Inners}. */
  @Nullable Inner<?> younger;

  @Nullable Inner<?> older;

  // Only the owner accesses these: how many items wait, how many items must be delivered before the
  // next request, whether this is in the list of live inners, and whether its end was reported.
  private int waiting;
  private int untilRequest;
  private boolean listed;
  private boolean ended;

  // Whether this was withdrawn. Written before the source event of that; until then a hint.
  private boolean withdrawn;

  // Whether a report of the beginning was accepted. Written by the thread that made it, perhaps by
  // two.
  @SuppressWarnings("unused") // through the VarHandle
  private boolean begun;

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
   * error. When this returns, the beginning was accepted: so the end of the outer source, which the
   * same thread reports, stays behind it. Or the merge has ended, and this is cancelled.
   */
  final void subscribe() {
    try {
      subscribeTo(publisher);
    } finally {
      // The subscription will arrive later, or arrives on another thread; or a report failed.
      ensureBegun();
    }
  }

  /** Subscribes to a publisher, which may be the one that that of the constructor stands for. */
  final void subscribeTo(Publisher<? extends T> actual) {
    try {
      actual.subscribe(this);
    } catch (Throwable thrown) {
      if (mustRethrow(thrown)) {
        throw thrown;
      }
    }
  }

  /** Reports the beginning, unless that was done. By any thread. */
  final void ensureBegun() {
    if (!isBegun() && !reportBegin()) {
      cancelSafely();
    }
  }

  @Override
  public final void onSubscribe(Subscription subscription) {
    try {
      subscribed(subscription);
    } catch (VirtualMachineError exhausted) {
      merge.failedStep = exhausted; // as above
      merge.mustPassFirst = true;
      merge.signalFailedStep();
      throw exhausted;
    }
  }

  /**
   * Sets the subscription and reports the beginning, usually from within {@code subscribe}. The
   * store of the subscription may overwrite a cancellation:
   *
   * <ul>
   *   <li>The owner cancels only when it has closed the word, so the source event is refused then. (This
   *       inner may be in its list already: see {@link #subscribe}.)
   *   <li>A thread that finds that the publisher broke a rule, or that signals its end meanwhile
   *       (§1.3), sets {@code signals}, cancels or releases, makes a source event, and does so again. Of the
   *       two source events one is the later one, and its thread sees what the other thread has stored.
   * </ul>
   */
  @Override
  protected boolean begin(Subscription arrived) {
    if (isBegun()) {
      return setOnce(arrived);
    }
    if (!setAhead(arrived)) {
      return false;
    }
    boolean accepted = false;
    try {
      accepted = reportBegin();
    } finally {
      if (!accepted || signals != Signals.EXPECTED) {
        cancelSafely();
      }
    }
    return true;
  }

  /** Returns whether a report of the beginning was accepted. By any thread. */
  protected boolean isBegun() {
    return (boolean) BEGUN.getAcquire(this);
  }

  /** Reports the beginning. Returns false if the merge has ended: then the caller must cancel. */
  protected final boolean reportBegin() {
    boolean accepted = merge.report(this, false);
    if (accepted) {
      BEGUN.setRelease(this, true); // only now: see subscribe()
    }
    return accepted;
  }

  @Override
  public final void onNext(T item) {
    try {
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
    } catch (VirtualMachineError exhausted) {
      merge.failedStep = exhausted; // two stores: see there
      merge.mustPassFirst = true;
      merge.signalFailedStep();
      throw exhausted;
    }
  }

  @Override
  public void onError(Throwable error) {
    try {
      failed(error);
    } catch (VirtualMachineError exhausted) {
      merge.failedStep = exhausted; // as above
      merge.mustPassFirst = true;
      merge.signalFailedStep();
      throw exhausted;
    }
  }

  @Override
  public final void onComplete() {
    try {
      completed();
    } catch (VirtualMachineError exhausted) {
      merge.failedStep = exhausted; // as above
      merge.mustPassFirst = true;
      merge.signalFailedStep();
      throw exhausted;
    }
  }

  /**
   * Marks this inner as live. Returns true once: then the caller must add it to the list of live
   * inners. Called by the owner, at each source event: an inner whose {@code subscribe} throws ends without
   * having begun.
   */
  final boolean tryMarkLive() {
    boolean isNew = !listed && !ended;
    if (isNew) {
      listed = true;
    }
    return isNew;
  }

  /**
   * Notes that the publisher signals nothing more. Called by the owner; twice if the publisher
   * ended on one thread and broke a rule on another.
   */
  final void markEnded() {
    ended = true;
  }

  /** Returns whether items of it wait. Called by the owner. */
  final boolean hasWaiting() {
    return waiting != 0;
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

  /** Returns whether a request is due when one more item is delivered. Called by the owner. */
  final boolean requestsAtNext() {
    return untilRequest <= 1;
  }

  /**
   * Marks this inner as removed if it has ended and none of its items waits. Returns true once:
   * then the caller must remove it from the list of live inners. Called by the owner.
   */
  final boolean tryMarkRemoved() {
    boolean isOver = listed && ended && waiting == 0;
    if (isOver) {
      listed = false;
    }
    return isOver;
  }

  /** Returns whether this is in the list of live inners. Called by the owner. */
  final boolean isLive() {
    return listed;
  }

  /**
   * Cancels the source, if it has not ended, and lets the owner discard what waits of it. By any
   * thread. An item that the source is emitting at the moment may still be delivered.
   */
  final void withdraw() {
    withdrawn = true;
    end(Signals.CANCELLED, null);
  }

  /** Returns whether this was withdrawn. Exact for the owner that took the source event. */
  final boolean isWithdrawn() {
    return withdrawn;
  }

  /** Returns whether the source fails without consequences for the others, which then knows of it. */
  final boolean failsAlone(Throwable error) {
    return publisher instanceof Addition<?> addition && addition.failsAlone(error);
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

  private static final VarHandle BEGUN =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "begun", VarHandle.class, Inner.class, boolean.class);
}
