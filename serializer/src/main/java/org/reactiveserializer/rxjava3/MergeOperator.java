package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The operator that {@link RxMerge} makes: for {@code compose}, or applied to a source. */
record MergeOperator<S, T>(
    MergeSettings<? super T> settings,
    Function<? super S, ? extends Publisher<? extends T>> mapper,
    Hooks<? super S> outerHooks)
    implements FlowableTransformer<S, T> {

  /** For {@code compose}, which passes the result to the assembly hooks. */
  @Override
  public Flowable<T> apply(Flowable<S> upstream) {
    return merged(upstream);
  }

  /** Merges the inner sources of a source, and passes the result to the assembly hooks. */
  Flowable<T> of(Publisher<? extends S> source) {
    return RxJavaPlugins.onAssembly(merged(source));
  }

  private Flowable<T> merged(Publisher<? extends S> source) {
    Objects.requireNonNull(source, "source is null");
    return new Flowable<>() {
      @Override
      protected void subscribeActual(Subscriber<? super T> downstream) {
        new FlowableMerger<S, T>(settings, MergeOperator.this::map, outerHooks, downstream)
            .start(source);
      }
    };
  }

  private Publisher<? extends T> map(S item) {
    try {
      return mapper.apply(item);
    } catch (Throwable thrown) {
      throw MergeOperator.<RuntimeException>same(thrown);
    }
  }

  /**
   * Throws {@code thrown} itself, though it may be checked: the merge accepts any throwable of a
   * mapper.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E same(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
