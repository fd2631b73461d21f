package org.reactiveserializer.internal.operator;

import java.util.concurrent.Flow;
import org.reactivestreams.Publisher;

/**
 * An inner source of a merge that is also a {@link Flow.Subscriber}, for publishers of
 * {@link Flow}.
 *
 * @param <T> the type of the items
 */
public class FlowInner<T> extends Inner<T> implements Flow.Subscriber<T> {
  /** Creates an inner that is not subscribed yet; see {@link Inner}. */
  public FlowInner(Merger<?, T> merger, Publisher<? extends T> publisher) {
    super(merger, publisher);
  }

  @Override
  public final void onSubscribe(Flow.Subscription subscription) {
    onSubscribe(FlowUpstream.of(subscription));
  }
}
