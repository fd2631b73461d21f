package org.reactiveserializer.support;

import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/** A {@link RecordingSubscriber} for RxJava's observables. */
public final class RecordingObserver<T> implements Observer<T> {
  public final RecordingSubscriber<T> record = new RecordingSubscriber<>();
  private volatile @Nullable Disposable disposable;

  @Override
  public void onSubscribe(Disposable arrived) {
    disposable = arrived;
    record.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {
            arrived.dispose();
          }
        });
  }

  @Override
  public void onNext(T item) {
    record.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    record.onError(error);
  }

  @Override
  public void onComplete() {
    record.onComplete();
  }

  /** Returns the disposable that it received. */
  public Disposable disposable() {
    return Objects.requireNonNull(disposable, "not subscribed");
  }
}
