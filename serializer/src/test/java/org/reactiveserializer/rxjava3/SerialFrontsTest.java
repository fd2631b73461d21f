package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.MulticastProcessor;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.ReplaySubject;
import io.reactivex.rxjava3.subjects.Subject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactivestreams.Subscription;

/** A serializer in front of RxJava's processors and subjects, which have several subscribers. */
class SerialFrontsTest {
  private static final int EACH = 2_000;
  private static final int ALL = 4 * EACH;

  private final Exception error = new Exception("the error");

  @Test
  void aProcessorsSubscribersGetWhatFourThreadsEmit() {
    SerialProcessor<Integer> front = RxSerializer.processor(PublishProcessor.create());
    assertFalse(front.hasSubscribers());
    var first = front.test();
    var second = front.test();
    assertTrue(front.hasSubscribers());
    Runnable producer = () -> IntStream.range(0, EACH).forEach(front::onNext);
    Race.run(0, producer, producer, producer, producer);
    front.onComplete();
    first.assertValueCount(ALL).assertComplete();
    assertEquals(first.values(), second.values());
    assertTrue(front.hasComplete());
    front.test().assertResult();
  }

  @Test
  void severalUpstreamsFeedAProcessor() {
    SerialProcessor<Integer> front = RxSerializer.processor(PublishProcessor.create());
    var subscriber = front.test();
    Flowable.just(1, 2).concatWith(Flowable.never()).subscribe(front);
    Flowable.just(3, 4).concatWith(Flowable.never()).subscribe(front);
    subscriber.assertValues(1, 2, 3, 4).assertNotComplete();
    front.onError(error);
    subscriber.assertError(error);
    assertSame(error, front.getThrowable());
  }

  @Test
  void aSubjectsObserversGetWhatFourThreadsEmit() {
    Subject<Integer> front = RxSerializer.subject(PublishSubject.create());
    assertFalse(front.hasObservers());
    var first = front.test();
    var second = front.test();
    assertTrue(front.hasObservers());
    Runnable producer = () -> IntStream.range(0, EACH).forEach(front::onNext);
    Race.run(0, producer, producer, producer, producer);
    front.onComplete();
    first.assertValueCount(ALL).assertComplete();
    assertEquals(first.values(), second.values());
    assertTrue(front.hasComplete());
    assertFalse(front.hasThrowable());
  }

  @Test
  void severalUpstreamsFeedASubject() {
    Subject<Integer> front = RxSerializer.subject(ReplaySubject.create());
    Observable.just(1, 2).concatWith(Observable.never()).subscribe(front);
    Observable.just(3, 4).concatWith(Observable.never()).subscribe(front);
    front.onError(error);
    front.test().assertFailure(Exception.class, 1, 2, 3, 4);
    assertSame(error, front.getThrowable());
    Disposable late = Disposable.empty();
    front.onSubscribe(late);
    assertTrue(late.isDisposed());
  }

  @Test
  void aFrontOfWhatHasEndedTellsSo() {
    PublishProcessor<Integer> completed = PublishProcessor.create();
    completed.onComplete();
    SerialProcessor<Integer> processor = RxSerializer.processor(completed);
    assertTrue(processor.hasComplete());
    PublishSubject<Integer> failed = PublishSubject.create();
    failed.onError(error);
    List<Throwable> dropped = new ArrayList<>();
    Subject<Integer> subject = RxSerializer.subject(failed, settings(dropped));
    subject.onNext(1);
    assertSame(error, subject.getThrowable());
    assertEquals(List.of(), dropped); // it did nothing wrong
  }

  @Test
  void aSubscriberThatThrowsEndsTheStreamForAll() {
    List<Throwable> dropped = new ArrayList<>();
    // Also if the target has a loop, which an exception would leave in the middle.
    for (FlowableProcessor<Integer> target :
        List.<FlowableProcessor<Integer>>of(
            PublishProcessor.create(), ReplayProcessor.create(), MulticastProcessor.create(8))) {
      SerialProcessor<Integer> processor = RxSerializer.processor(target, settings(dropped));
      TestSubscriber<Integer> other = processor.test();
      processor.subscribe(new Throwing());
      assertThrows(IllegalStateException.class, () -> processor.onNext(1));
      processor.onNext(2);
      other.assertFailure(IllegalStateException.class, 1);
      assertFalse(processor.hasSubscribers());
    }

    Subject<Integer> subject = RxSerializer.subject(PublishSubject.create(), settings(dropped));
    TestObserver<Integer> another = subject.test();
    subject.subscribe(new Throwing());
    assertThrows(IllegalStateException.class, () -> subject.onNext(1));
    subject.onNext(2);
    another.assertFailure(IllegalStateException.class, 1);
    assertEquals(List.of(), dropped);
  }

  private static Serializer<Integer> settings(List<Throwable> dropped) {
    return Serializer.<Integer>withDefaults().onErrorDropped(dropped::add);
  }

  /** Breaks the rules: it throws at each item. */
  private static final class Throwing implements FlowableSubscriber<Integer>, Observer<Integer> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onSubscribe(Disposable upstream) {}

    @Override
    public void onNext(Integer item) {
      throw new IllegalStateException("thrown");
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
