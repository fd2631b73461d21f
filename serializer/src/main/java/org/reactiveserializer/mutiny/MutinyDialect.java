package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.operator.Sources;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The core's operators with subscribers of Mutiny's own type, which need no adapter, and have the
 * downstream's context.
 */
final class MutinyDialect {
  private MutinyDialect() {}

  /** Returns the context of a subscriber; an empty one if it has none, or if there is none. */
  static Context contextOf(@Nullable Object subscriber) {
    return subscriber instanceof ContextSupport supporter ? supporter.context() : Context.empty();
  }

  /**
   * A subscriber of Mutiny as the core's downstream. The core's subscription must be a
   * {@link Flow.Subscription} as well.
   */
  private record Downstream<T>(MultiSubscriber<? super T> subscriber)
      implements Subscriber<T>, ContextSupport {
    @Override
    public Context context() {
      return contextOf(subscriber);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscriber.onSubscribe((Flow.Subscription) subscription);
    }

    @Override
    public void onNext(T item) {
      subscriber.onItem(item);
    }

    @Override
    public void onError(Throwable failure) {
      subscriber.onFailure(failure);
    }

    @Override
    public void onComplete() {
      subscriber.onCompletion();
    }
  }

  /** What a subscriber of Mutiny is besides one of {@link Flow}, whose methods its class has. */
  private interface Bilingual<T> extends MultiSubscriber<T>, ContextSupport {
    @Override
    default void onItem(T item) {
      onNext(item);
    }

    @Override
    default void onFailure(Throwable failure) {
      onError(failure);
    }

    @Override
    default void onCompletion() {
      onComplete();
    }
  }

  static final class Serial<T> extends SerialOperator<T>
      implements SerialMultiSubscriber<T>, Bilingual<T> {
    // Null after the end (§3.13).
    private volatile @Nullable MultiSubscriber<? super T> downstream;

    Serial(SerialSettings<T> settings, MultiSubscriber<? super T> downstream) {
      super(settings, new Downstream<>(downstream));
      this.downstream = downstream;
    }

    @Override
    public Context context() {
      return contextOf(downstream);
    }

    @Override
    protected void over() {
      downstream = null;
    }
  }

  static final class MultiMerger<S, T> extends Merger<S, T>
      implements Bilingual<S>, Flow.Subscription {
    // Null after the end (§3.13).
    private volatile @Nullable MultiSubscriber<? super T> downstream;

    MultiMerger(Plan<S, T> plan, MultiSubscriber<? super T> downstream) {
      super(plan, new Downstream<>(downstream));
      this.downstream = downstream;
    }

    @Override
    public Context context() {
      return contextOf(downstream);
    }

    /** Mutiny's interceptors see each subscription to a source of its own, as with its operators. */
    @Override
    public void start(Publisher<? extends S> source) {
      super.start(
          source instanceof Sources.OfFlow<? extends S> flow
              ? subscriber ->
                  flow.publisher()
                      .subscribe(Infrastructure.onMultiSubscription(flow.publisher(), this))
              : source);
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
  }

  private static final class MultiInner<T> extends Inner<T> implements Bilingual<T> {
    private final MultiMerger<?, T> merger;

    MultiInner(MultiMerger<?, T> merger, Publisher<? extends T> publisher) {
      super(merger, publisher);
      this.merger = merger;
    }

    @Override
    public Context context() {
      return merger.context();
    }
  }

  /** Returns the operator as a {@link Multi}. */
  static <T> Multi<T> serialized(Multi<T> upstream, SerialSettings<T> settings) {
    Objects.requireNonNull(upstream, "upstream is null");
    return multi(
        downstream ->
            upstream.subscribe(
                Infrastructure.onMultiSubscription(upstream, new Serial<>(settings, downstream))));
  }

  /** Returns the merge as a {@link Multi}. */
  static <S, T> Multi<T> merged(Plan<S, T> plan) {
    Plan<S, T> decorated =
        new Plan<>(
            plan.source(),
            Infrastructure.decorate(plan.mapper()),
            plan.settings(),
            plan.outerHooks());
    return multi(downstream -> decorated.start(new MultiMerger<>(decorated, downstream)));
  }

  /** Returns a sink as a {@link Multi}. */
  static <T> Multi<T> multi(SinkOperator<T> sink) {
    sink.fallBackTo(null, Infrastructure::handleDroppedException);
    return multi(subscriber -> sink.subscribe(new Downstream<>(subscriber)));
  }

  /** Returns a {@link Multi} that passes each subscriber to {@code subscribe}. */
  static <T> Multi<T> multi(Consumer<MultiSubscriber<? super T>> subscribe) {
    return new AbstractMulti<>() {
      @Override
      public void subscribe(MultiSubscriber<? super T> subscriber) {
        subscribe.accept(Objects.requireNonNull(subscriber, "subscriber is null (§1.9)"));
      }
    };
  }
}
