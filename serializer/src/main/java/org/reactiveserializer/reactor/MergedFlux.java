package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/** The merged stream. Operator fusion is neither requested nor offered. */
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

  /**
   * Passes this to the assembly hooks, for callers that do not go through an operator of Reactor.
   */
  Flux<T> assembled() {
    return onAssembly(this);
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    Objects.requireNonNull(actual, "subscriber is null (§1.9)");
    CoreMerger<S, T> merger = CoreMerger.of(settings, mapper, outerHooks, actual);
    try {
      merger.start(subscriber -> subscribe(source, merger));
    } catch (VirtualMachineError fatal) {
      throw fatal; // as operators of Reactor do: perhaps there was no stack to signal it
    } catch (Throwable thrown) {
      // Drops it, since the merge has ended: actual must get no signal but the merge's.
      merger.onError(thrown);
    }
  }

  /**
   * Subscribes as an operator of Reactor does: without the hook for the last operator of a
   * pipeline.
   */
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

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return source;
    }
    return key == Attr.PREFETCH ? settings.prefetch() : null;
  }
}
