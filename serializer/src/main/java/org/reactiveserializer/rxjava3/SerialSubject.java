package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.subjects.Subject;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.ToMany;

/** A serializer in front of a subject, see {@link RxSerializer#subject}. */
final class SerialSubject<T> extends Subject<T> {
  private final Subject<T> target;
  private final SerialObserver<T> front;

  SerialSubject(Subject<T> target, SerialSettings<T> settings) {
    this.target = target;
    front =
        new SerialObserver<>(
            settings, observer -> new ToMany<>(observer, settings.hooks()::drop), target);
    front.onSubscribe(Disposable.empty()); // if the subject has ended, it disposes of this
  }

  @Override
  public void onSubscribe(Disposable upstream) {
    if (front.isDisposed()) { // there may be several upstreams, as with any subject
      upstream.dispose();
    }
  }

  @Override
  public void onNext(T item) {
    front.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    front.onError(error);
  }

  @Override
  public void onComplete() {
    front.onComplete();
  }

  // The observers are the target's.

  @Override
  protected void subscribeActual(Observer<? super T> observer) {
    target.subscribe(observer);
  }

  @Override
  public boolean hasObservers() {
    return target.hasObservers();
  }

  @Override
  public boolean hasThrowable() {
    return target.hasThrowable();
  }

  @Override
  public boolean hasComplete() {
    return target.hasComplete();
  }

  @Override
  public @Nullable Throwable getThrowable() {
    return target.getThrowable();
  }

  @Override
  public String toString() {
    return "SerialSubject of " + front;
  }
}
