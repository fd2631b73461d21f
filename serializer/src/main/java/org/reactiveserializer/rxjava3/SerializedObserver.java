package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Objects;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What {@link SerializedSubscriber} is, for an {@link Observer}: its signals never overlap, and each
 * happens-before the next (§1.3), no matter which threads call. What is said there of threads, order, fate, and a
 * downstream that throws or calls back holds here, too; {@link #dispose} cancels. Made by {@link
 * RxSerializer#wrap(Observer)}.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses this requires RxJava, too
public final class SerializedObserver<T> implements Observer<T>, Disposable {
  private final SerialEmitter<T> emitter;

  private volatile boolean disposed;

  SerializedObserver(SerialSettings<T> settings, Observer<? super T> downstream) {
    emitter = new SerialEmitter<>(settings, new Downstream(downstream));
  }

  /**
   * Passes the upstream's disposable on, behind one that goes through this object. A second one is disposed
   * of (§2.5).
   *
   * @throws NullPointerException if {@code upstream} is null (§2.13); nothing changes then
   */
  @Override
  public void onSubscribe(Disposable upstream) {
    Objects.requireNonNull(upstream, "disposable is null (§2.13)");
    emitter.onSubscribe(new Upstream(upstream));
  }

  /**
   * As {@link SerializedSubscriber#onNext}.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  public void onNext(T item) {
    emitter.onNext(item);
  }

  /**
   * As {@link SerializedSubscriber#onError}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  public void onError(Throwable error) {
    emitter.onError(error);
  }

  /** As {@link SerializedSubscriber#onComplete}. */
  @Override
  public void onComplete() {
    emitter.onComplete();
  }

  /** As {@link SerializedSubscriber#cancel}. */
  @Override
  public void dispose() {
    disposed = true;
    emitter.cancel();
  }

  /**
   * Tells whether the stream was cut off.
   *
   * @return true if it was {@linkplain #dispose disposed of}, or the downstream threw
   */
  @Override
  public boolean isDisposed() {
    return disposed || emitter.wasCancelled();
  }

  /**
   * As {@link SerializedSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  public int backlog() {
    return emitter.backlog();
  }

  private record Upstream(Disposable disposable) implements Subscription {
    @Override
    public void request(long n) {} // items come as they come

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
      observer.onSubscribe(SerializedObserver.this);
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
