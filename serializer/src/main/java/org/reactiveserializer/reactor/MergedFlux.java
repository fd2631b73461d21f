package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/** The merged stream. Not fuseable, in either direction. */
final class MergedFlux<S, T> extends Flux<T> implements Scannable {
  private final Publisher<? extends S> source;
  private final MergeSettings<? super T> settings;
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;

  MergedFlux(
      Publisher<? extends S> source,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks) {
    this.source = Objects.requireNonNull(source, "source is null");
    this.settings = settings;
    this.mapper = mapper;
    this.outerHooks = outerHooks;
  }

  /** Has the hooks of the assembly see this, where no operator of Reactor does. */
  Flux<T> assembled() {
    return onAssembly(this);
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    Objects.requireNonNull(actual, "subscriber is null (§1.9)");
    CoreMerger<S, T> merger = CoreMerger.of(settings, mapper, outerHooks, actual);
    try {
      merger.start(subscriber -> subscribe(source, merger));
    } catch (Throwable thrown) {
      merger.onError(thrown); // it has ended, and drops the error; it must not reach actual beside the merge
    }
  }

  /** As an operator of Reactor does it: the hook for the last operator is not for this subscription. */
  private static <S> void subscribe(Publisher<? extends S> source, CoreSubscriber<S> merger) {
    if (source instanceof CorePublisher<? extends S> reactors) {
      reactors.subscribe(merger);
    } else {
      source.subscribe(merger);
    }
  }

  @Override
  public int getPrefetch() {
    return settings.prefetch();
  }

  /** A parent of another library is not shown: {@link ReactorSerializer#install} would take this for its stand-in. */
  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return source instanceof CorePublisher ? source : null;
    }
    return key == Attr.PREFETCH ? settings.prefetch() : null;
  }
}
