package org.reactiveserializer.internal.operator;

import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Source;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One inner source of a merge: its subscription, its counts of items, and its place in the list of
 * the {@link Merger}.
 *
 * <p><b>Invariant.</b> {@code waiting + batch - untilRequest <= prefetch}, unless the publisher
 * emits items that were not requested. So no more than {@code prefetch} items of this inner wait.
 *
 * <p>Not final, so that a bridge can add what its library expects of a subscriber. The methods that
 * handle items are final.
 *
 * @param <T> the type of the items
 */
public class Inner<T> extends MergedSource<T> implements Source, Subscriber<T>, Flow.Subscriber<T> {
  private final Publisher<? extends T> publisher;

  /** The place in the list of the merge; null when this has ended. */
  Merger.@Nullable Link<T> link;

  // By the owner: how many items wait, how many must be delivered before the next request, whether
  // the end was reported.
  private int waiting;
  private int untilRequest;
  private boolean isOver;
  private boolean isCountedOut;

  // Whether this was withdrawn. Written before the event of that.
  private volatile boolean withdrawn;

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

  /** Subscribes to the publisher. If {@code subscribe} throws, which §1.9 forbids, that is its error. */
  final void subscribe() {
    subscribeTo(publisher);
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

  @Override
  public final void onSubscribe(Subscription subscription) {
    subscribed(subscription);
  }

  @Override
  public final void onSubscribe(Flow.Subscription subscription) {
    subscribed(SubscriptionRef.of(subscription));
  }

  @Override
  public final void onNext(T item) {
    if (item == null) {
      throw refuseNull("a null item");
    }
    if (mayEmit()) {
      merge.item(this, item);
    } else {
      merge.discardAfterEnd(item);
      dropAfterEnd("an item");
    }
  }

  @Override
  public void onError(Throwable error) {
    failed(error);
  }

  @Override
  public final void onComplete() {
    completed();
  }

  // What the owner calls.

  @Override
  public final void waits(int n) {
    waiting += n;
    if (waiting + merge.batch - untilRequest > merge.prefetch && mayEmit()) {
      // The items that were not requested are delivered all the same.
      violated(broken("§1.1", "more items than the " + merge.prefetch + " requested of it"));
    }
  }

  @Override
  public final int delivered() {
    if (--untilRequest > 0) {
      return 0;
    }
    untilRequest = merge.batch;
    return merge.batch;
  }

  @Override
  public final void removed(boolean isDelivered) {
    waiting--;
    int request = isDelivered ? delivered() : 0;
    if (!tryCountOut() && request != 0) {
      request(request);
    }
  }

  @Override
  public final void happened() {
    isOver = true;
    tryCountOut();
  }

  /** Once, when the end was reported and nothing waits: items may arrive behind the end of a source that was cancelled. */
  private boolean tryCountOut() {
    boolean isTime = isOver && waiting == 0 && !isCountedOut;
    if (isTime) {
      isCountedOut = true;
      merge.innerEnded();
    }
    return isTime;
  }

  // Exact for the owner that took the event of the withdrawal.
  @Override
  public final boolean isWanted() {
    return !withdrawn;
  }

  /**
   * Cancels the source, if it has not ended, and lets the owner discard what waits of it. By any
   * thread. An item that the source is emitting at the moment may still be delivered.
   */
  final void withdraw() {
    withdrawn = true;
    if (!end(CANCELLED, null)) {
      merge.ended(this, null); // for what waits of it
    }
  }

  @Override
  public final void request(int n) {
    requestOf(subscription(), n);
  }

  @Override
  final void requestFirst() {
    requestOf(subscription(), MergeSettings.demand(merge.prefetch));
  }

  @Override
  final void reportEnd(@Nullable Throwable error) {
    boolean alone =
        publisher instanceof DynamicSources.Addition<?> addition && addition.failsAlone(error);
    Merger.Link<T> place = link;
    if (place != null) {
      place.inner = null;
      link = null;
    }
    merge.ended(this, alone ? null : error);
  }

  @Override
  final String name() {
    try {
      return publisher.toString();
    } catch (Throwable thrown) { // must not hide the error that this name is for
      return publisher.getClass().getName();
    }
  }
}
