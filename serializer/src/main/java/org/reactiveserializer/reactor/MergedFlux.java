package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactiveserializer.internal.operator.Merger;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** The core's merge as a {@link Flux}; see {@link ReactorDialect}. */
final class MergedFlux<S, T> extends Flux<T> implements Scannable {
  private final Plan<S, T> plan;

  MergedFlux(Plan<S, T> plan) {
    this.plan = plan;
  }

  /** As the constructor; the assembly hooks see it, since it does not go through an operator of Reactor. */
  static <T> Flux<T> assembled(Plan<?, T> plan) {
    return onAssembly(new MergedFlux<>(plan));
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    Objects.requireNonNull(actual, "subscriber is null (§1.9)");
    CoreMerger<S, T> merger = CoreMerger.of(plan, actual);
    try {
      plan.start(merger);
    } catch (VirtualMachineError fatal) {
      throw fatal; // as operators of Reactor do: perhaps there was no stack to signal it
    } catch (Throwable thrown) {
      // Drops it, since the merge has ended: actual must get no signal but the merge's.
      merger.onError(thrown);
    }
  }

  @Override
  public int getPrefetch() {
    return plan.settings().prefetch();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return plan.source();
    }
    return key == Attr.PREFETCH ? getPrefetch() : null;
  }

  private static final class CoreMerger<S, T> extends Merger<S, T>
      implements CoreSubscriber<S>, Scannable {
    private final MergeSettings<T> settings;
    private final Context context;

    // Null after the end (§3.13).
    private volatile @Nullable CoreSubscriber<? super T> actual;

    private CoreMerger(Plan<S, T> plan, CoreSubscriber<? super T> actual, Context context) {
      super(plan, actual);
      this.settings = plan.settings();
      this.actual = actual;
      this.context = context;
    }

    static <S, T> CoreMerger<S, T> of(Plan<S, T> plan, CoreSubscriber<? super T> actual) {
      Context context = actual.currentContext();
      MergeSettings<T> settings = plan.settings();
      Plan<S, T> hooked =
          new Plan<>(
              plan.source(),
              continuing(plan.mapper(), context),
              settings.with(
                  settings
                      .common()
                      .with(ReactorDialect.hooked(settings.common().hooks(), context))),
              ReactorDialect.hooked(plan.outerHooks(), context));
      return new CoreMerger<>(hooked, actual, context);
    }

    /**
     * Subscribes as an operator of Reactor does: without the hook for the last operator of a
     * pipeline.
     */
    @Override
    public void start(Publisher<? extends S> source) {
      super.start(
          source instanceof CorePublisher<? extends S> reactors
              ? subscriber -> reactors.subscribe(this)
              : source);
    }

    @Override
    public Context currentContext() {
      return context;
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
        Function<? super S, ? extends Publisher<? extends T>> mapper, Context context) {
      return item -> {
        try {
          return Objects.requireNonNull(mapper.apply(item), "the mapper returned null");
        } catch (Throwable thrown) {
          Throwable left =
              Operators.onNextError(item, thrown, context, Operators.emptySubscription());
          if (left == null) {
            return Flux.empty();
          }
          throw Bridges.<RuntimeException>same(left);
        }
      };
    }

    /** Returns the error of a source, unless {@code onErrorContinue} of the downstream takes it. */
    private @Nullable Throwable afterContinuing(Throwable error) {
      try {
        return Operators.onNextInnerError(error, context, Operators.emptySubscription());
      } catch (Throwable thrown) { // by the context; or it is the error itself, if that is fatal
        if (thrown != error) {
          hooks.drop(thrown);
        }
        return error;
      }
    }

    @Override
    protected void over() {
      actual = null;
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      if (key == Attr.PREFETCH) { // of the outer source
        return settings.concurrency();
      }
      return key == Attr.DELAY_ERROR
          ? settings.delaysErrors()
          : ReactorDialect.scanned(this, key, outerSubscription(), actual);
    }
  }

  private static final class CoreInner<T> extends Inner<T> implements CoreSubscriber<T> {
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
  }
}
