package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Breaks §1.3: two threads emit at the same time, the same number of items each, within {@code
 * subscribe}. Ignores demand.
 *
 * @param round varies which thread is first
 */
record Raw(int round) implements Publisher<Integer>, ObservableSource<Integer> {
  static final int ITEMS = 100;

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(new RecordingSubscription());
    push(subscriber::onNext);
    subscriber.onComplete();
  }

  @Override
  public void subscribe(Observer<? super Integer> observer) {
    observer.onSubscribe(Disposable.empty());
    push(observer::onNext);
    observer.onComplete();
  }

  private void push(Consumer<Integer> next) {
    Race.run(round, () -> first().forEach(next), () -> second().forEach(next));
  }

  /** Returns the items of one thread. */
  static List<Integer> first() {
    return numbers(0);
  }

  /** Returns the items of the other thread. */
  static List<Integer> second() {
    return numbers(ITEMS);
  }

  private static List<Integer> numbers(int from) {
    return IntStream.range(from, from + ITEMS).boxed().toList();
  }
}
