package org.reactiveserializer.stress.broken;

import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.stress.support.Item;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A merge in which each thread that finds a request due makes it, although another thread may be in
 * the middle of one.
 */
public final class OverlappingRequests extends Merger<Publisher<Item>, Item> {
  /** Creates one whose outer source emits the inner sources. */
  public OverlappingRequests(MergeSettings<Item> settings, Subscriber<? super Item> downstream) {
    super(settings, source -> source, downstream);
  }

  @Override
  protected void requestDue(long due) {
    Subscription outer = outerSubscription();
    if (outer != null && !isOver()) {
      outer.request(due);
    }
  }
}
