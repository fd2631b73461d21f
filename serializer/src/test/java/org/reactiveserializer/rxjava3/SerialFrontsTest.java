package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.ReplaySubject;
import io.reactivex.rxjava3.subjects.Subject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Race;

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
}
