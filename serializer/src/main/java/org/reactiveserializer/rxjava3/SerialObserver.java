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
 * The counterpart of {@link SerialSubscriber} for an {@link Observer}: any number of threads
 * may call it, and it passes their signals to one downstream observer, one at a time (§1.3). See
 * {@link SerialSubscriber} for threads, order, the outcome of each item, and a downstream that
 * throws or calls back. {@link #dispose} cancels. {@link RxSerializer#wrap(Observer)} makes it.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class SerialObserver<T> implements Observer<T>, Disposable {
  private final SerialOperator<T> emitter;

  SerialObserver(SerialSettings<T> settings, Observer<? super T> downstream) {
    this(settings, UnaryOperator.identity(), downstream);
  }

  /** As the other, with something between the operator and the observer. */
  SerialObserver(
      SerialSettings<T> settings,
      UnaryOperator<Subscriber<T>> between,
      Observer<? super T> downstream) {
    emitter = new SerialOperator<>(settings, between.apply(new Downstream(downstream)));
  }

  /**
   * Sets the upstream. The downstream gets this object as its {@link Disposable}. A second upstream
   * is disposed of (§2.5).
   */
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
   * Returns whether nothing more is accepted. (RxJava's own {@code SerializedObserver} returns what
   * its upstream returns.)
   *
   * @return true if this object was {@linkplain #dispose disposed of}, if a terminal was called, or
   *     if the downstream threw
   */
  @Override
  public boolean isDisposed() {
    return emitter.isTerminated();
  }

  /**
   * As {@link SerialSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  public int backlog() {
    return emitter.backlog();
  }

  /**
   * As {@link SerialSubscriber#stats}.
   *
   * @return the figures
   */
  public Stats stats() {
    return emitter.stats();
  }

  @Override
  public String toString() {
    return "SerialObserver of " + emitter;
  }

  private record Upstream(Disposable disposable) implements Subscription {
    @Override
    public void request(long n) {} // an Observable knows no demand

    @Override
    public void cancel() {
      disposable.dispose();
    }
  }

  private final class Downstream implements Subscriber<T> {
    private final Observer<? super T> observer;

    Downstream(Observer<? super T> observer) {
      this.observer = observer;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      observer.onSubscribe(SerialObserver.this);
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
