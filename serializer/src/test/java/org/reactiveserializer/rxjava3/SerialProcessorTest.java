package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscription;

/**
 * The rules that RxJava's tests check for its own {@code SerializedProcessor} around a processor
 * for one subscriber.
 */
class SerialProcessorTest {
  private static final int ROUNDS = 200;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Exception error = new Exception("the error");
  private SerialProcessor<Integer> processor = fresh();

  @Test
  void relaysAStream() {
    TestSubscriber<Integer> subscriber = processor.test();
    Flowable.range(1, 10).subscribe(processor);
    subscriber.assertResult(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertFalse(processor.hasSubscribers());

    processor.onNext(11);
    assertEquals(List.of(11), discarded);
    processor.onError(error);
    assertEquals(List.of(error), plugins.causes());
    processor.onComplete();
    RecordingSubscription late = new RecordingSubscription();
    processor.onSubscribe(late);
    assertEquals(List.of("cancel"), late.calls());
  }

  @Test
  void itemsWaitForASubscriberAndForDemand() {
    processor.onNext(1);
    processor.onNext(2);
    assertEquals(2, processor.backlog());
    TestSubscriber<Integer> subscriber = processor.test(1);
    subscriber.assertValuesOnly(1);
    processor.onComplete();
    subscriber.assertNotComplete();
    subscriber.requestMore(1).assertResult(1, 2);
  }

  @Test
  void itemsOfTwoThreads() {
    for (int round = 0; round < ROUNDS; round++) {
      processor = fresh();
      TestSubscriber<Integer> subscriber = processor.test();
      Race.run(round, () -> processor.onNext(1), () -> processor.onNext(2));
      subscriber.assertValueCount(2).assertNoErrors().assertNotComplete();
      assertTrue(subscriber.values().containsAll(List.of(1, 2)));
    }
  }

  @Test
  void anItemRacingWithATerminal() {
    for (int round = 0; round < ROUNDS; round++) {
      processor = fresh();
      boolean completes = round / 16 % 2 == 0;
      TestSubscriber<Integer> subscriber = processor.test();
      Race.run(
          round,
          () -> processor.onNext(1),
          completes ? processor::onComplete : () -> processor.onError(error));
      if (completes) {
        subscriber.assertComplete();
      } else {
        subscriber.assertError(error);
      }
      assertEquals(1, subscriber.values().size() + discarded.size());
      discarded.clear();
    }
  }

  @Test
  void aSubscriptionRacingWithASignal() {
    for (int round = 0; round < ROUNDS; round++) {
      processor = fresh();
      boolean completes = round / 16 % 2 == 0;
      TestSubscriber<Integer> subscriber = processor.test();
      RecordingSubscription upstream = new RecordingSubscription();
      Race.run(
          round,
          completes ? processor::onComplete : () -> processor.onNext(1),
          () -> processor.onSubscribe(upstream));
      if (completes) {
        subscriber.assertResult();
      } else {
        subscriber.assertValuesOnly(1);
        assertEquals(List.of(Long.MAX_VALUE), upstream.calls());
      }
      assertEquals(1, upstream.calls().size());
    }
  }

  @Test
  void ofTwoTerminalsOneArrives() {
    for (int round = 0; round < ROUNDS; round++) {
      plugins.errors.clear();
      processor = fresh();
      Exception another = new Exception();
      TestSubscriber<Integer> subscriber = processor.test();
      Race.run(round, () -> processor.onError(error), () -> processor.onError(another));
      subscriber.assertFailure(Exception.class);
      assertEquals(List.of(processor.getThrowable() == error ? another : error), plugins.causes());

      processor = fresh();
      subscriber = processor.test();
      Race.run(round, processor::onComplete, processor::onComplete);
      subscriber.assertResult();
    }
  }

  @Test
  void twoUpstreamsAtATimeAreBothRequestedWithoutBound() {
    for (int round = 0; round < ROUNDS; round++) {
      processor = fresh();
      TestSubscriber<Integer> subscriber = processor.test();
      RecordingSubscription one = new RecordingSubscription();
      RecordingSubscription two = new RecordingSubscription();
      Race.run(round, () -> processor.onSubscribe(one), () -> processor.onSubscribe(two));
      assertEquals(List.of(Long.MAX_VALUE), one.calls());
      assertEquals(List.of(Long.MAX_VALUE), two.calls());
      subscriber.assertEmpty();
    }
  }

  @Test
  void anImmediateErrorFromWithinAnItemOvertakes() {
    processor =
        RxSerializer.processor(
            Serializer.<Integer>withDefaults()
                .errors(ErrorMode.IMMEDIATE)
                .onDiscard(discarded::add));
    TestSubscriber<Integer> subscriber =
        new TestSubscriber<>() {
          @Override
          public void onNext(Integer item) {
            super.onNext(item);
            processor.onNext(2);
            processor.onSubscribe(new RecordingSubscription());
            processor.onError(error);
          }
        };
    processor.subscribe(subscriber);
    processor.onNext(1);
    subscriber.assertFailure(Exception.class, 1);
    assertEquals(List.of(2), discarded);
  }

  @Test
  void aRawPublisherOfTwoThreadsLosesNothing() {
    for (int round = 0; round < 50; round++) {
      processor = fresh();
      TestSubscriber<Integer> subscriber =
          processor.observeOn(Schedulers.computation(), false, 4).test();
      Flowable.fromPublisher(new Raw(round)).subscribe(processor);
      subscriber.awaitDone(60, TimeUnit.SECONDS).assertComplete();
      for (List<Integer> sent : List.of(Raw.first(), Raw.second())) {
        assertEquals(sent, subscriber.values().stream().filter(sent::contains).toList());
      }
    }
  }

  @Test
  void anItemThatFindsNoRoomIsDiscarded() {
    processor =
        RxSerializer.processor(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .onDiscard(discarded::add));
    processor.onNext(1);
    processor.onNext(2);
    assertEquals(List.of(2), discarded);
    processor.test().assertValuesOnly(1);
  }

  @Test
  void anOverflowIsTheErrorOfTheStream() {
    processor =
        RxSerializer.processor(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .errors(ErrorMode.IMMEDIATE)
                .onDiscard(discarded::add));
    TestSubscriber<Integer> subscriber = processor.test(0);
    processor.onNext(1);
    processor.onNext(2);
    subscriber.assertFailure(IllegalStateException.class);
    assertTrue(processor.hasThrowable());
    assertEquals(2, discarded.size());
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedAndTheStreamGoesOn() {
    TestSubscriber<Integer> subscriber = processor.test();
    assertThrows(NullPointerException.class, () -> processor.onNext(null));
    assertThrows(NullPointerException.class, () -> processor.onError(null));
    assertThrows(NullPointerException.class, () -> processor.onSubscribe(null));
    processor.onNext(1);
    subscriber.assertValuesOnly(1);
  }

  @Test
  void rxJavasSerializerAroundItChangesNothing() {
    TestSubscriber<Integer> subscriber = processor.test();
    FlowableProcessor<Integer> around = processor.toSerialized();
    assertSame(around, around.toSerialized());
    Flowable.range(1, 3).subscribe(around);
    subscriber.assertResult(1, 2, 3);
  }

  private SerialProcessor<Integer> fresh() {
    return RxSerializer.processor(Serializer.<Integer>withDefaults().onDiscard(discarded::add));
  }

  /** A processor behind it has a loop of its own. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSubscriberThatThrowsAtTheEndKeepsItFromNoOther(boolean fails) {
    List<Throwable> dropped = new ArrayList<>();
    FlowableProcessor<Integer> processor =
        RxSerializer.processor(
            PublishProcessor.create(),
            Serializer.<Integer>withDefaults().onErrorDropped(dropped::add));
    RuntimeException thrown = new RuntimeException("thrown at the end");
    processor.subscribe(
        new TestSubscriber<>() {
          @Override
          public void onComplete() {
            throw thrown;
          }

          @Override
          public void onError(Throwable error) {
            throw thrown;
          }
        });
    TestSubscriber<Integer> other = processor.test();
    Exception error = new Exception("of the producer");
    if (fails) {
      processor.onError(error);
      other.assertError(error);
    } else {
      processor.onComplete();
      other.assertComplete();
    }
    assertEquals(List.of(thrown), dropped);
  }

  private static TestSubscriber<Integer> throwing(RuntimeException thrown) {
    return new TestSubscriber<>() {
      @Override
      public void onNext(Integer item) {
        throw thrown;
      }
    };
  }

  /** It is told the items again, by the processor behind. */
  @Test
  void whatASubscriberThrowsBehindTheEndIsDropped() {
    List<Throwable> dropped = new ArrayList<>();
    FlowableProcessor<Integer> processor =
        RxSerializer.processor(
            ReplayProcessor.create(),
            Serializer.<Integer>withDefaults().onErrorDropped(dropped::add));
    processor.onNext(1);
    processor.onComplete();
    RuntimeException thrown = new RuntimeException("late");
    processor.subscribe(throwing(thrown));
    assertEquals(List.of(thrown), dropped);
  }

  /** One of them has subscribed to the processor behind. */
  @Test
  void whatASubscriberThrowsBeforeAnotherOneIsDropped() {
    List<Throwable> dropped = new ArrayList<>();
    PublishProcessor<Integer> target = PublishProcessor.create();
    FlowableProcessor<Integer> processor =
        RxSerializer.processor(
            target, Serializer.<Integer>withDefaults().onErrorDropped(dropped::add));
    RuntimeException first = new RuntimeException("first");
    RuntimeException second = new RuntimeException("second");
    processor.subscribe(throwing(first));
    target.subscribe(throwing(second));
    assertSame(second, assertThrows(RuntimeException.class, () -> processor.onNext(1)));
    assertEquals(List.of(first), dropped);
  }
}
