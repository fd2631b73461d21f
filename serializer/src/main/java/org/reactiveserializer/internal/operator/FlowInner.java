package org.reactiveserializer.internal.operator;

import java.util.concurrent.Flow;
import org.reactivestreams.Publisher;

/**
 * A source of a merge, also for publishers of the JDK's kind.
 *
 * @param <T> the type of the items
 */
public class FlowInner<T> extends Inner<T> implements Flow.Subscriber<T> {
  /** Creates one that is not subscribed yet; see {@link Inner}. */
  public FlowInner(Merger<?, T> merger, Publisher<? extends T> publisher) {
    super(merger, publisher);
  }

  @Override
  public final void onSubscribe(Flow.Subscription arrived) {
    onSubscribe(FlowUpstream.of(arrived));
  }
}
