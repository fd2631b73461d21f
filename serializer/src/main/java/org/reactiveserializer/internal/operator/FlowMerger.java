package org.reactiveserializer.internal.operator;

import java.util.concurrent.Flow;
import java.util.function.Function;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A merge whose sources, the outer one and the inner ones, may be publishers of {@link Flow}.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public class FlowMerger<S, T> extends Merger<S, T> implements Flow.Subscriber<S> {
  /** Creates a merge that {@link #start} starts; see {@link Merger}. */
  public FlowMerger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    super(settings, mapper, outerHooks, downstream);
  }

  @Override
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new FlowInner<>(this, publisher);
  }

  @Override
  public final void onSubscribe(Flow.Subscription subscription) {
    onSubscribe(FlowUpstream.of(subscription));
  }
}
