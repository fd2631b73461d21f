package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.FlowInner;
import org.reactiveserializer.internal.operator.FlowMerger;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;

/**
 * The core's merge with subscribers of Mutiny's own type, for the outer source and for the inner
 * ones. They need no adapter, and they have the downstream's context.
 */
final class MultiMerger<S, T> extends FlowMerger<S, T>
    implements MultiSubscriber<S>, Flow.Subscription, ContextSupport {
  // Null after the end (§3.13).
  private volatile @Nullable MultiSubscriber<? super T> downstream;

  MultiMerger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      MultiSubscriber<? super T> downstream) {
    super(settings, mapper, outerHooks, new MultiDownstream<>(downstream));
    this.downstream = downstream;
  }

  @Override
  public Context context() {
    MultiSubscriber<? super T> subscriber = downstream;
    return subscriber == null ? Context.empty() : MultiDownstream.contextOf(subscriber);
  }

  @Override
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new MultiInner<>(this, publisher);
  }

  @Override
  public Throwable composite(int failed, Throwable[] errors) {
    return new CompositeException(List.of(errors));
  }

  @Override
  protected void over() {
    downstream = null;
  }

  @Override
  public void onItem(S item) {
    onNext(item);
  }

  @Override
  public void onFailure(Throwable failure) {
    onError(failure);
  }

  @Override
  public void onCompletion() {
    onComplete();
  }

  private static final class MultiInner<T> extends FlowInner<T>
      implements MultiSubscriber<T>, ContextSupport {
    private final MultiMerger<?, T> merger;

    MultiInner(MultiMerger<?, T> merger, Publisher<? extends T> publisher) {
      super(merger, publisher);
      this.merger = merger;
    }

    @Override
    public Context context() {
      return merger.context();
    }

    @Override
    public void onItem(T item) {
      onNext(item);
    }

    @Override
    public void onFailure(Throwable failure) {
      onError(failure);
    }

    @Override
    public void onCompletion() {
      onComplete();
    }
  }
}
