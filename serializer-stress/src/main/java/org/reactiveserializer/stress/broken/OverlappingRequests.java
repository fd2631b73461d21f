package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.internal.operator.Inners;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.stress.support.Item;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The inners of a merge in which each thread that finds a request due makes it, although another
 * thread may be in the middle of one.
 */
public final class OverlappingRequests extends Inners<Item> {
  private @Nullable Subscription outer;

  private OverlappingRequests() {}

  /** Creates a merge with such inners, whose outer source emits them. */
  public static Merger<Publisher<Item>, Item> merger(
      MergeSettings<Item> settings, Subscriber<? super Item> downstream) {
    OverlappingRequests inners = new OverlappingRequests();
    return new Merger<Publisher<Item>, Item>(
        DrainLoop.newDrainState(),
        new Demand(),
        inners,
        new DelayedError(),
        settings,
        source -> source,
        Hooks.none(),
        downstream) {
      @Override
      public void onSubscribe(Subscription arrived) {
        inners.outer = arrived;
        super.onSubscribe(arrived);
      }
    };
  }

  @Override
  public void request(long due) {
    if (outer != null) {
      outer.request(due);
    }
  }
}
