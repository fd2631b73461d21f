package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.exceptions.CompositeException;
import java.util.Arrays;
import java.util.HashSet;
import org.reactiveserializer.internal.operator.DelayedErrors;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The core's operators with subscribers of RxJava's own type. A {@code Flowable} calls them directly,
 * without the subscriber of its own that drops overlapping and reentrant items.
 */
final class RxDialect {
  private RxDialect() {}

  static final class Serial<T> extends SerialOperator<T> implements SerialFlowableSubscriber<T> {
    Serial(SerialSettings<T> settings, Subscriber<? super T> downstream) {
      super(settings, downstream);
    }
  }

  static final class FlowableMerger<S, T> extends Merger<S, T> implements FlowableSubscriber<S> {
    FlowableMerger(Plan<S, T> plan, Subscriber<? super T> downstream) {
      super(plan, downstream);
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
  }

  private static final class FlowableInner<T> extends Inner<T> implements FlowableSubscriber<T> {
    FlowableInner(Merger<?, T> merger, Publisher<? extends T> publisher) {
      super(merger, publisher);
    }
  }

  /** Returns the merge as a {@link Flowable}. */
  static <S, T> Flowable<T> merged(Plan<S, T> plan) {
    return flowable(downstream -> plan.start(new FlowableMerger<>(plan, downstream)));
  }

  /** Returns a publisher as a {@link Flowable} that the assembly hooks have not seen. */
  static <T> Flowable<T> flowable(Publisher<T> publisher) {
    return new Flowable<>() {
      @Override
      protected void subscribeActual(Subscriber<? super T> downstream) {
        publisher.subscribe(downstream);
      }
    };
  }
}
