package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

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
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long beingRequested;

  /** Creates an outer source of which {@code first} items are requested when it has arrived. */
  OuterSource(Merger<?, T> merge, long first) {
    super(merge);
    BEING_REQUESTED.setOpaque(this, first); // its own thread publishes it
  }

  @Override
  String name() {
    return "the outer source";
  }

  @Override
  void requestFirst() {
    requestAll(beingRequested); // as it has been since the creation
  }

  @Override
  void reportEnd(@Nullable Throwable error) {
    merge.outerEnded(error);
  }

  /** Requests {@code n} more items, here or by the thread that requests at the moment. */
  void request(long n) {
    if ((long) BEING_REQUESTED.getAndAdd(this, n) == 0) {
      requestAll(n);
    }
  }

  private void requestAll(long n) {
    for (long next = n; next != 0; ) {
      requestOf(subscription(), next);
      next = merge.hasEnded() ? 0 : (long) BEING_REQUESTED.getAndAdd(this, -next) - next;
    }
  }

  private static final VarHandle BEING_REQUESTED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "beingRequested", VarHandle.class, OuterSource.class, long.class);
}
