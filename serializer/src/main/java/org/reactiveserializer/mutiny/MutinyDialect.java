package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.Subscriptions;
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
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.operator.SubscriptionRef;
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
   *
   * @param beforeSubscription called before {@code onSubscribe}
   */
  private record Downstream<T>(
      MultiSubscriber<? super T> subscriber,
      Consumer<? super MultiSubscriber<? super T>> beforeSubscription)
      implements Subscriber<T> {
    Downstream(MultiSubscriber<? super T> subscriber) {
      this(subscriber, same -> {});
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      beforeSubscription.accept(subscriber);
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

  /** What a subscriber of Mutiny is besides one of {@link Flow}. */
  private interface Bilingual<T> extends MultiSubscriber<T>, ContextSupport {
    @Override
    void onNext(T item);

    @Override
    void onError(Throwable error);

    @Override
    void onComplete();

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

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      onSubscribe(SubscriptionRef.of(subscription));
    }
  }

  /** The operator as a {@link Multi}. */
  static final class SerializedMulti<T> extends AbstractMulti<T> {
    private final Multi<T> upstream;
    private final SerialSettings<T> settings;

    SerializedMulti(Multi<T> upstream, SerialSettings<T> settings) {
      this.upstream = Objects.requireNonNull(upstream, "upstream is null");
      this.settings = settings;
    }

    @Override
    public void subscribe(MultiSubscriber<? super T> downstream) {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      Serial<T> serial = new Serial<>(settings, downstream);
      upstream.subscribe(Infrastructure.onMultiSubscription(upstream, serial));
    }
  }

  static final class MultiMerger<S, T> extends Merger<S, T>
      implements Bilingual<S>, Flow.Subscription {
    // Null after the end (§3.13).
    private volatile @Nullable MultiSubscriber<? super T> downstream;

    MultiMerger(MergeSettings.Plan<S, T> plan, MultiSubscriber<? super T> downstream) {
      super(plan, new Downstream<>(downstream));
      this.downstream = downstream;
    }

    @Override
    public Context context() {
      return contextOf(downstream);
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

  /** The merge as a {@link Multi}. */
  static final class MergedMulti<S, T> extends AbstractMulti<T> {
    private final MergeSettings.Plan<S, T> plan;

    MergedMulti(MergeSettings.Plan<S, T> plan) {
      this.plan = plan;
    }

    @Override
    public void subscribe(MultiSubscriber<? super T> downstream) {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      plan.start(new MultiMerger<>(plan, downstream));
    }
  }

  /** A sink as a {@link Multi}; {@code onSubscriber} gets its one subscriber before the first signal. */
  static final class SinkMulti<T> extends AbstractMulti<T> {
    private final SinkOperator<T> sink;
    private final Consumer<? super MultiSubscriber<? super T>> onSubscriber;

    SinkMulti(SinkOperator<T> sink, Consumer<? super MultiSubscriber<? super T>> onSubscriber) {
      this.sink = sink;
      this.onSubscriber = onSubscriber;
      sink.fallBackTo(null, Infrastructure::handleDroppedException);
    }

    @Override
    public void subscribe(MultiSubscriber<? super T> subscriber) {
      Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
      Throwable refusal = sink.admit(new Downstream<>(subscriber, onSubscriber));
      if (refusal != null) {
        Subscriptions.fail(subscriber, refusal);
      }
    }
  }
}
