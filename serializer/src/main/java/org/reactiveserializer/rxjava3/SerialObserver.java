package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A {@link SerialSubscriber} for an {@link Observer}: see there for threads, order, the outcome of each
 * item, and a downstream that throws or calls back. The downstream gets this object as its {@link
 * Disposable}; {@link #dispose} cancels. A second upstream is disposed of (§2.5). {@link
 * RxSerializer#wrap(Observer, org.reactiveserializer.Serializer)} makes it.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class SerialObserver<T> implements Observer<T>, Disposable {
  private final SerialOperator<T> emitter;

  /** With what {@code between} puts between the operator and the observer. */
  SerialObserver(
      SerialSettings<T> settings,
      UnaryOperator<Subscriber<T>> between,
      Observer<? super T> downstream) {
    emitter = new SerialOperator<>(settings, between.apply(new Downstream<>(downstream, this)));
  }

  @Override
  public void onSubscribe(Disposable upstream) {
    Objects.requireNonNull(upstream, "disposable is null (§2.13)");
    emitter.onSubscribe(new Upstream(upstream));
  }

  @Override
  public void onNext(T item) {
    emitter.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    emitter.onError(error);
  }

  @Override
  public void onComplete() {
    emitter.onComplete();
  }

  @Override
  public void dispose() {
    emitter.cancel();
  }

  /**
   * Returns whether nothing more is accepted: see {@link SerialSubscriber#isTerminated}. (RxJava's own
   * {@code SerializedObserver} returns what its upstream returns.)
   */
  @Override
  public boolean isDisposed() {
    return emitter.isTerminated();
  }

  /** {@return how many items wait: see {@link SerialSubscriber#backlog}} */
  public int backlog() {
    return emitter.backlog();
  }

  /** {@return the figures: see {@link SerialSubscriber#stats}} */
  public Stats stats() {
    return emitter.stats();
  }

  @Override
  public String toString() {
    return "SerialObserver of " + emitter;
  }

  /** An upstream as the core's: an Observable knows no demand. */
  private record Upstream(Disposable disposable) implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
      disposable.dispose();
    }
  }

  /** An observer as the core's downstream. It gets {@code disposable} in place of the subscription. */
  private record Downstream<T>(Observer<? super T> observer, Disposable disposable)
      implements Subscriber<T> {
    @Override
    public void onSubscribe(Subscription subscription) {
      observer.onSubscribe(disposable);
    }

    @Override
    public void onNext(T item) {
      observer.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      observer.onError(error);
    }

    @Override
    public void onComplete() {
      observer.onComplete();
    }
  }
}
