package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableOperator;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableOperator;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Observer;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/**
 * The operator of {@link RxSerializer#serialize}: for {@code compose} and {@code lift} of a {@link
 * Flowable} and of an {@link Observable}.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class SerializeOperator<T>
    implements FlowableTransformer<T, T>,
        FlowableOperator<T, T>,
        ObservableTransformer<T, T>,
        ObservableOperator<T, T> {
  private final SerialSettings<T> settings;

  SerializeOperator(SerialSettings<T> settings) {
    this.settings = settings;
  }

  /** For {@link Flowable#compose}. */
  @Override
  public Flowable<T> apply(Flowable<T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return RxDialect.flowable(downstream -> upstream.subscribe(apply(downstream)));
  }

  /** For {@link Flowable#lift}. */
  @Override
  public SerialFlowableSubscriber<T> apply(Subscriber<? super T> downstream) {
    return new RxDialect.Serial<>(
        settings, Objects.requireNonNull(downstream, "downstream is null"));
  }

  /** For {@link Observable#compose}. */
  @Override
  public Observable<T> apply(Observable<T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return new Observable<>() {
      @Override
      protected void subscribeActual(Observer<? super T> downstream) {
        upstream.subscribe(SerializeOperator.this.apply(downstream));
      }
    };
  }

  /** For {@link Observable#lift}. */
  @Override
  public SerialObserver<T> apply(Observer<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new SerialObserver<>(settings, UnaryOperator.identity(), downstream);
  }
}
