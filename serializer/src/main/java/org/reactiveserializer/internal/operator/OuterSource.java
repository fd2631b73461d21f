package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The outer source of a merge.
 *
 * <p><b>Requests are serial</b> (§2.7), although any thread may find that one is due. {@code
 * beingRequested} is how many items the thread that requests at the moment has to request; zero
 * means that no thread does. The thread that raises it from zero requests until it is zero again.
 * Other threads only add to it: what they add waits until the source's {@code request} returns. At
 * first it is the first request, which belongs to the thread that sets the subscription. (So it is
 * not zero before, even if the source emits before it was subscribed.)
 *
 * @param <T> the type of the merge's items
 */
final class OuterSource<T> extends MergedSource<T> {
  // Written by the source's thread (§1.3), or by the thread that finds that a rule was broken.
  // Null stands for EXPECTED. In any other state, new inners are not subscribed to.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Signals signals;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile long beingRequested;

  // The inner that is being subscribed to, by this source's thread (§1.3).
  private @Nullable Inner<T> subscribing;

  /** Creates an outer source of which {@code first} items are requested when it has arrived. */
  OuterSource(Merger<?, T> merge, long first) {
    super(merge);
    BEING_REQUESTED.setOpaque(this, first); // its own thread publishes it
  }

  /**
   * Subscribes to an inner. That may make this source emit or end, on this thread, before the inner
   * has begun. Then the beginning is reported first, so at most one inner has not begun.
   */
  void subscribe(Inner<T> inner) {
    reportSubscribing();
    subscribing = inner;
    try {
      inner.subscribe();
    } finally {
      subscribing = null;
    }
  }

  @Override
  void beforeEnd() {
    reportSubscribing();
  }

  private void reportSubscribing() {
    Inner<T> inner = subscribing;
    if (inner != null) {
      inner.ensureBegun();
    }
  }

  @Override
  Signals signals() {
    Signals current = signals;
    return current == null ? Signals.EXPECTED : current;
  }

  @Override
  void setSignals(Signals end) {
    SIGNALS.setRelease(this, end); // release is enough: the source event that follows is a fence
  }

  @Override
  @Nullable Inner<T> inner() {
    return null;
  }

  @Override
  String name() {
    return "the outer source";
  }

  @Override
  void requestFirst() {
    requestAll(
        MergeSettings.demand(merge.concurrency())); // as the count has said since the creation
  }

  /** Requests {@code n} more items, here or by the thread that requests at the moment. */
  void request(long n) {
    if ((long) BEING_REQUESTED.getAndAdd(this, n) == 0) {
      requestAll(n);
    }
  }

  private void requestAll(long n) {
    for (long next = n; next != 0; ) {
      try {
        Subscription current = subscription();
        if (current != null) {
          current.request(next);
        }
      } catch (Throwable thrown) { // §3.16 forbids it
        if (mustRethrow(thrown)) {
          throw thrown;
        }
      }
      next = merge.hasEnded() ? 0 : (long) BEING_REQUESTED.getAndAdd(this, -next) - next;
    }
  }

  private static final VarHandle SIGNALS = handle("signals", Signals.class);
  private static final VarHandle BEING_REQUESTED = handle("beingRequested", long.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, OuterSource.class, type);
  }
}
