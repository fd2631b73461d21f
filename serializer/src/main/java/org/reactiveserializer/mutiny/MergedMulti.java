package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** The merged stream. */
final class MergedMulti<S, T> extends AbstractMulti<T> {
  private final Publisher<? extends S> source;
  private final MergeSettings<? super T> settings;
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;

  MergedMulti(
      Publisher<? extends S> source,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks) {
    this.source = source;
    this.settings = settings;
    this.mapper = mapper;
    this.outerHooks = outerHooks;
  }

  /**
   * Returns a source as a publisher of Reactive Streams. Mutiny's interceptors see each
   * subscription to it, as they do with Mutiny's operators.
   */
  static <S> Publisher<S> intercepted(Flow.Publisher<? extends S> source) {
    Objects.requireNonNull(source, "source is null");
    return subscriber ->
        source.subscribe(
            Infrastructure.onMultiSubscription(source, FlowAdapters.toFlowSubscriber(subscriber)));
  }

  @Override
  public void subscribe(MultiSubscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null (§1.9)");
    new MultiMerger<S, T>(settings, mapper, outerHooks, downstream).start(source);
  }
}
