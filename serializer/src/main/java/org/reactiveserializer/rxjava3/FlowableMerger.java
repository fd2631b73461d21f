package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.exceptions.CompositeException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.Function;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.DelayedErrors;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The core's merge with subscribers of RxJava's own type, for the outer source and for the inner
 * ones. A {@code Flowable} calls them directly, without the subscriber of its own that drops
 * overlapping and reentrant items.
 */
final class FlowableMerger<S, T> extends Merger<S, T> implements FlowableSubscriber<S> {
  FlowableMerger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    super(settings, mapper, outerHooks, downstream);
  }

  @Override
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new FlowableInner<>(this, publisher);
  }

  @Override
  public Throwable composite(int failed, Throwable[] errors) {
    return isDistinct(errors)
        ? new CompositeException(errors)
        : DelayedErrors.suppressing(failed, errors);
  }

  /** Returns whether RxJava's exception, which asks the errors for equality, can have them all. */
  private static boolean isDistinct(Throwable[] errors) {
    try {
      return new HashSet<>(Arrays.asList(errors)).size() == errors.length;
    } catch (RuntimeException thrown) { // by an error's own method
      return false;
    }
  }

  private static final class FlowableInner<T> extends Inner<T> implements FlowableSubscriber<T> {
    FlowableInner(FlowableMerger<?, T> merger, Publisher<? extends T> publisher) {
      super(merger, publisher);
    }
  }
}
