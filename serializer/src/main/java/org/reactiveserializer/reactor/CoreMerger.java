package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The core's merge with subscribers of Reactor's own type, for the outer source and for the inner
 * ones. Reactor calls them directly, they have the downstream's context, and they can be scanned.
 * None is a {@code QueueSubscription}, so operator fusion is impossible.
 */
final class CoreMerger<S, T> extends Merger<S, T> implements CoreSubscriber<S>, Scannable {
  private final MergeSettings<? super T> settings;
  private final OneSubscriber<T> downstream;

  private CoreMerger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      OneSubscriber<T> downstream,
      CoreSubscriber<? super T> subscriber) {
    super(settings, mapper, outerHooks, subscriber);
    this.settings = settings;
    this.downstream = downstream;
  }

  static <S, T> CoreMerger<S, T> of(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      CoreSubscriber<? super T> subscriber) {
    OneSubscriber<T> downstream = new OneSubscriber<>();
    downstream.take(subscriber);
    return new CoreMerger<>(
        hooked(settings, downstream),
        continuing(mapper, downstream),
        downstream.hooked(outerHooks),
        downstream,
        subscriber);
  }

  private static <I> MergeSettings<I> hooked(
      MergeSettings<I> settings, OneSubscriber<?> downstream) {
    return settings.with(downstream.hooked(settings.hooks()));
  }

  @Override
  public Context currentContext() {
    return downstream.kept();
  }

  @Override
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new CoreInner<>(this, publisher);
  }

  @Override
  public Throwable composite(int failed, Throwable[] errors) {
    return Exceptions.multiple(errors);
  }

  /**
   * Returns a mapper as Reactor's operators call theirs: {@code onErrorContinue} of the downstream
   * may take the error, and the item counts as a source without items.
   */
  private static <S, T> Function<S, Publisher<? extends T>> continuing(
      Function<? super S, ? extends Publisher<? extends T>> mapper, OneSubscriber<T> downstream) {
    return item -> {
      try {
        return Objects.requireNonNull(mapper.apply(item), "the mapper returned null");
      } catch (Throwable thrown) {
        Throwable left =
            Operators.onNextError(item, thrown, downstream.kept(), Operators.emptySubscription());
        if (left == null) {
          return Flux.empty();
        }
        throw CoreMerger.<RuntimeException>unchecked(left);
      }
    };
  }

  /** Returns the error of a source, unless {@code onErrorContinue} of the downstream takes it. */
  private @Nullable Throwable afterContinuing(Throwable error) {
    try {
      return Operators.onNextInnerError(error, currentContext(), Operators.emptySubscription());
    } catch (Throwable thrown) { // by the context; or it is the error itself, if that is fatal
      if (thrown != error) {
        hooks.drop(thrown);
      }
      return error;
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the mapper threw it
  private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @Override
  protected void over() {
    downstream.release();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return outerSubscription();
    }
    if (key == Attr.ACTUAL) {
      return downstream.current();
    }
    if (key == Attr.PREFETCH) { // of the outer source
      return settings.concurrency();
    }
    if (key == Attr.BUFFERED) {
      return backlog();
    }
    if (key == Attr.ERROR) {
      return error();
    }
    if (key == Attr.DELAY_ERROR) {
      return settings.delaysErrors();
    }
    if (key == Attr.TERMINATED) {
      return isTerminated() && !wasCancelled();
    }
    return key == Attr.CANCELLED ? wasCancelled() : null;
  }

  private static final class CoreInner<T> extends Inner<T> implements CoreSubscriber<T>, Scannable {
    private final CoreMerger<?, T> merger;

    CoreInner(CoreMerger<?, T> merger, Publisher<? extends T> publisher) {
      super(merger, publisher);
      this.merger = merger;
    }

    @Override
    public Context currentContext() {
      return merger.currentContext();
    }

    /** The source has failed; {@code onErrorContinue} of the downstream may take the error. */
    @Override
    @SuppressWarnings("NullAway") // a source may break §2.13: the merge must end then
    public void onError(Throwable error) {
      Throwable left = error == null ? null : merger.afterContinuing(error);
      if (error != null && left == null) {
        onComplete();
      } else {
        super.onError(left);
      }
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      if (key == Attr.PARENT) {
        return source();
      }
      if (key == Attr.ACTUAL) {
        return merger;
      }
      if (key == Attr.PREFETCH) {
        return merger.settings.prefetch();
      }
      if (key == Attr.TERMINATED) {
        return hasEnded();
      }
      return key == Attr.CANCELLED ? wasCancelled() : null;
    }
  }
}
