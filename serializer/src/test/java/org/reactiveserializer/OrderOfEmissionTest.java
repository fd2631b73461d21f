package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What was emitted before is delivered first, although different threads emitted it. A thread has
 * a segment that it could still append to, when another thread emits; then the first one emits again.
 */
@Timeout(60)
class OrderOfEmissionTest {
  /** Enough for a segment. */
  private static final int MANY = 20;

  private final List<Integer> delivered = new ArrayList<>();

  @Test
  void aSerializerDeliversWhatWasEmittedBefore() {
    Reentrant downstream = new Reentrant();
    SerialSubscriber<Integer> serializer = Serializer.<Integer>withDefaults().wrap(downstream);
    downstream.emit = () -> emitByTurns(serializer::onNext, serializer::onNext);
    serializer.onNext(-1);
    assertInOrder();
  }

  @Test
  void aSinkDeliversWhatWasEmittedBefore() {
    Reentrant downstream = new Reentrant();
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    sink.subscribe(downstream);
    downstream.emit = () -> emitByTurns(sink::tryEmit, sink::tryEmit);
    sink.tryEmit(-1);
    assertInOrder();
  }

  @Test
  void aBoundedSinkDeliversWhatWasEmittedBefore() {
    Reentrant downstream = new Reentrant();
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().bounded(10 * MANY, Overflow.ERROR).sink();
    sink.subscribe(downstream);
    downstream.emit = () -> emitByTurns(sink::tryEmit, sink::tryEmit);
    sink.tryEmit(-1);
    assertInOrder();
  }

  @Test
  void itemsThatWaitForDemandStayInOrder() {
    Reentrant downstream = new Reentrant();
    downstream.demand = 1;
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    sink.subscribe(downstream);
    downstream.emit = () -> emitByTurns(sink::tryEmit, sink::tryEmit);
    sink.tryEmit(-1);
    assertEquals(List.of(-1), delivered);
    downstream.subscription.request(MANY + 1);
    Elsewhere.run(() -> downstream.subscription.request(Long.MAX_VALUE));
    assertInOrder();
  }

  @Test
  void tasksDeliverWhatWasEmittedBefore() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    SerialSubscriber<Integer> serializer =
        Serializer.<Integer>withDefaults().deliverOn(tasks::add).wrap(new Reentrant());
    serializer.onNext(-1);
    emitByTurns(serializer::onNext, serializer::onNext);
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    assertInOrder();
  }

  @Test
  void aMergeDeliversInOrderOfArrival() {
    Reentrant downstream = new Reentrant();
    Inner one = new Inner();
    Inner two = new Inner();
    Merge.<Integer>withDefaults().prefetch(Integer.MAX_VALUE).of(one, two).subscribe(downstream);
    downstream.emit = () -> emitByTurns(one.subscriber::onNext, two.subscriber::onNext);
    one.subscriber.onNext(-1);
    assertInOrder();
  }

  /** Emits on this thread, elsewhere, and on this thread again. */
  private static void emitByTurns(Consumer<Integer> here, Consumer<Integer> there) {
    IntStream.range(0, MANY).forEach(here::accept);
    Elsewhere.run(() -> IntStream.range(MANY, 2 * MANY).forEach(there::accept));
    here.accept(2 * MANY);
    Elsewhere.run(() -> there.accept(2 * MANY + 1));
  }

  private void assertInOrder() {
    assertEquals(IntStream.range(-1, 2 * MANY + 2).boxed().toList(), delivered);
  }

  /** Emits once, from within its first item. */
  private final class Reentrant implements Subscriber<Integer> {
    Runnable emit = () -> {};
    long demand = Long.MAX_VALUE;
    Subscription subscription = new None();

    @Override
    public void onSubscribe(Subscription arrived) {
      subscription = arrived;
      arrived.request(demand);
    }

    @Override
    public void onNext(Integer item) {
      delivered.add(item);
      if (item == -1) {
        emit.run();
      }
    }

    @Override
    public void onError(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    public void onComplete() {}
  }

  private static final class Inner implements Publisher<Integer> {
    Subscriber<? super Integer> subscriber = new Ignored();

    @Override
    public void subscribe(Subscriber<? super Integer> arrived) {
      subscriber = arrived;
      arrived.onSubscribe(new None());
    }
  }

  private static final class None implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private static final class Ignored implements Subscriber<Integer> {
    @Override
    public void onSubscribe(Subscription arrived) {}

    @Override
    public void onNext(Integer item) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
