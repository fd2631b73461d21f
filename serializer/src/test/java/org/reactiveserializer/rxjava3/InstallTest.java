package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Subscriber;

class InstallTest {
  private static final Class<?> RXJAVAS =
      io.reactivex.rxjava3.subscribers.SerializedSubscriber.class;
  private static final Class<?> RXJAVAS_OBSERVER =
      io.reactivex.rxjava3.observers.SerializedObserver.class;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final AtomicReference<@Nullable Subscriber<? super Integer>> subscriber =
      new AtomicReference<>();
  private final AtomicReference<@Nullable Observer<? super Integer>> observer =
      new AtomicReference<>();
  private final Flowable<Integer> flowable = Flowable.<Integer>unsafeCreate(subscriber::set);
  private final Observable<Integer> observable = Observable.<Integer>unsafeCreate(observer::set);

  @Test
  void serializeIsReplacedUntilItIsUndone() {
    Disposable installed = RxSerializer.install();
    Flowable<Integer> serial = flowable.serialize();
    Observable<Integer> serialToo = observable.serialize();
    assertServedBy(SerialFlowableSubscriber.class, serial);
    assertServedBy(SerialObserver.class, serialToo);
    assertFalse(installed.isDisposed());

    installed.dispose();
    assertTrue(installed.isDisposed());
    assertServedBy(RXJAVAS, serial);
    assertServedBy(RXJAVAS_OBSERVER, serialToo);
    assertServedBy(RXJAVAS, flowable.serialize());
    assertServedBy(RXJAVAS_OBSERVER, observable.serialize());
    assertNull(RxJavaPlugins.getOnFlowableAssembly());
    assertNull(RxJavaPlugins.getOnFlowableSubscribe());
    assertNull(RxJavaPlugins.getOnObservableAssembly());
    assertNull(RxJavaPlugins.getOnObservableSubscribe());
  }

  @Test
  void streamsAssembledBeforeAreLeft() {
    Flowable<Integer> before = flowable.serialize();
    RxSerializer.install();
    assertServedBy(RXJAVAS, before);
  }

  @Test
  void aSerializeWithinAnotherAndEverySubscriptionIsReplaced() {
    RxSerializer.install();
    Flowable<Integer> twice = flowable.serialize().map(n -> n).serialize();
    assertServedBy(SerialFlowableSubscriber.class, twice);
    assertServedBy(SerialFlowableSubscriber.class, twice);
    List<Integer> items =
        Flowable.range(1, 3)
            .serialize()
            .concatMap(n -> Flowable.just(n, -n).serialize())
            .toList()
            .blockingGet();
    assertEquals(List.of(1, -1, 2, -2, 3, -3), items);
  }

  @Test
  void inFrontOfRxJavasOwnSerializerToo() {
    RxSerializer.install();
    flowable
        .serialize()
        .subscribe(
            new io.reactivex.rxjava3.subscribers.SerializedSubscriber<>(new TestSubscriber<>()));
    assertServedBy(SerialFlowableSubscriber.class, subscriber.get());
    observable
        .serialize()
        .subscribe(new io.reactivex.rxjava3.observers.SerializedObserver<>(new TestObserver<>()));
    assertServedBy(SerialObserver.class, observer.get());
  }

  /**
   * Not a race under jcstress, because the hooks apply to the whole process, and jcstress runs many
   * races at the same time.
   */
  @Test
  void disposedOfByAnotherThreadDuringASubscription() {
    AtomicReference<@Nullable Disposable> installed = new AtomicReference<>();
    for (boolean atTheDownstream : List.of(true, false)) {
      AtomicBoolean first = new AtomicBoolean(atTheDownstream);
      RxJavaPlugins.setOnFlowableSubscribe(
          (source, theirs) -> {
            if (first.getAndSet(!first.get())) {
              Elsewhere.run(() -> Objects.requireNonNull(installed.get()).dispose());
            }
            return theirs;
          });
      installed.set(RxSerializer.install());
      assertEquals(List.of(1, 2, 3), Flowable.range(1, 3).serialize().toList().blockingGet());
    }
  }

  @Test
  void disposedOfByTwoThreadsAtOnce() {
    for (int round = 0; round < 10_000; round++) {
      Disposable installed = RxSerializer.install();
      Race.run(round, installed::dispose, installed::dispose);
      assertNull(RxJavaPlugins.getOnFlowableAssembly());
      assertNull(RxJavaPlugins.getOnObservableSubscribe());
    }
  }

  @Test
  void twoThreadsLoseNothing() {
    RxSerializer.install();
    for (int round = 0; round < 50; round++) {
      Flowable.fromPublisher(new Raw(round))
          .serialize()
          .test()
          .awaitDone(30, TimeUnit.SECONDS)
          .assertValueCount(2 * Raw.ITEMS)
          .assertComplete();
      Observable.wrap(new Raw(round))
          .serialize()
          .test()
          .awaitDone(30, TimeUnit.SECONDS)
          .assertValueCount(2 * Raw.ITEMS)
          .assertComplete();
    }
  }

  @Test
  void theSettingsApply() {
    List<Object> discarded = new ArrayList<>();
    RxSerializer.install(Serializer.withDefaults().onDiscard(discarded::add));
    flowable.serialize().test().cancel();
    Subscriber<? super Integer> end = Objects.requireNonNull(subscriber.get());
    assertServedBy(SerialFlowableSubscriber.class, end);
    end.onSubscribe(new RecordingSubscription());
    end.onNext(1);
    assertEquals(List.of(1), discarded);
  }

  @Test
  void earlierHooksStayAndActOnTheResult() throws Throwable {
    List<Flowable<?>> assembled = new ArrayList<>();
    List<Subscriber<?>> subscribed = new ArrayList<>();
    RxJavaPlugins.setOnFlowableAssembly(
        flow -> {
          assembled.add(flow);
          return flow;
        });
    RxJavaPlugins.setOnFlowableSubscribe(
        (flow, downstream) -> {
          subscribed.add(downstream);
          return downstream;
        });
    var hook = RxJavaPlugins.getOnFlowableAssembly();
    Disposable installed = RxSerializer.install();
    Flowable<Integer> serial = flowable.serialize();
    assertServedBy(SerialFlowableSubscriber.class, serial);
    assertEquals(List.of(serial), assembled);
    assertInstanceOf(SerialFlowableSubscriber.class, subscribed.get(subscribed.size() - 1));
    installed.dispose();
    assertSame(hook, RxJavaPlugins.getOnFlowableAssembly());
  }

  @Test
  void laterHooksStayWhenItIsUndone() {
    Disposable installed = RxSerializer.install();
    var ours = RxJavaPlugins.getOnFlowableAssembly();
    RxJavaPlugins.setOnFlowableAssembly(ours::apply);
    var later = RxJavaPlugins.getOnFlowableAssembly();
    assertNotSame(ours, later);
    assertServedBy(SerialFlowableSubscriber.class, flowable.serialize());
    installed.dispose();
    assertSame(later, RxJavaPlugins.getOnFlowableAssembly());
    assertServedBy(RXJAVAS, flowable.serialize());
  }

  @Test
  void resetEndsItAlsoForAssembledStreams() {
    Disposable installed = RxSerializer.install();
    Flowable<Integer> serial = flowable.serialize();
    RxJavaPlugins.reset();
    assertServedBy(RXJAVAS, serial);
    installed.dispose();
    assertNull(RxJavaPlugins.getOnFlowableAssembly());
  }

  @Test
  void theLatestOfTwoServes() {
    List<Object> first = new ArrayList<>();
    List<Object> second = new ArrayList<>();
    Disposable one = RxSerializer.install(Serializer.withDefaults().onDiscard(first::add));
    Disposable two = RxSerializer.install(Serializer.withDefaults().onDiscard(second::add));
    discardOne();
    two.dispose();
    discardOne();
    one.dispose();
    assertServedBy(RXJAVAS, flowable.serialize());
    assertEquals(List.of(1), second);
    assertEquals(List.of(1), first);
  }

  private void discardOne() {
    flowable.serialize().test().cancel();
    Subscriber<? super Integer> end = Objects.requireNonNull(subscriber.get());
    end.onSubscribe(new RecordingSubscription());
    end.onNext(1);
  }

  @Test
  void lateErrorsGoToThePlugins() {
    RxSerializer.install();
    Exception late = new Exception();
    flowable.serialize().subscribe(new TestSubscriber<>());
    Subscriber<? super Integer> end = Objects.requireNonNull(subscriber.get());
    end.onSubscribe(new RecordingSubscription());
    end.onComplete();
    end.onError(late);
    assertEquals(List.of(late), plugins.causes());
  }

  @Test
  void toSerializedAndTheEmittersAreLeft() {
    RxSerializer.install();
    assertTrue(isRxJavas(UnicastProcessor.create().toSerialized()));
    assertTrue(isRxJavas(PublishSubject.create().toSerialized()));
    assertServedBy(
        RXJAVAS, flowable.lift(io.reactivex.rxjava3.subscribers.SerializedSubscriber::new));
    AtomicReference<@Nullable Object> serial = new AtomicReference<>();
    Flowable.<Integer>create(
            emitter -> serial.set(emitter.serialize()), BackpressureStrategy.BUFFER)
        .subscribe(new TestSubscriber<>());
    assertTrue(isRxJavas(Objects.requireNonNull(serial.get())));
    assertEquals(List.of(), plugins.errors);
  }

  /**
   * Another hook, set later, hides RxJava's serializer. A serializer further upstream must not be
   * mistaken for it.
   */
  @Test
  void aSerializerFurtherUpstreamIsNotMistakenForTheAnnouncedOne() throws Throwable {
    Flowable<Integer> before = flowable.serialize();
    RxSerializer.install();
    Flowable<Integer> middle = before.map(n -> n * 10);
    var ours = Objects.requireNonNull(RxJavaPlugins.getOnFlowableSubscribe());
    RxJavaPlugins.setOnFlowableSubscribe(
        (source, s) -> ours.apply(source, source == middle ? new Forward(s) : s));
    TestSubscriber<Integer> end = new TestSubscriber<>();
    middle.serialize().subscribe(end);
    Subscriber<? super Integer> first = Objects.requireNonNull(subscriber.get());
    first.onSubscribe(new RecordingSubscription());
    first.onNext(1);
    end.assertValues(10);
  }

  /**
   * Another hook, set later, wraps RxJava's serializer, and there is no operator in between:
   * RxJava's own serializer is used.
   */
  @Test
  void aWrapperOfAnotherHookAroundRxJavasSerializerIsUsed() throws Throwable {
    RxSerializer.install();
    var ours = Objects.requireNonNull(RxJavaPlugins.getOnFlowableSubscribe());
    List<Forward> made = new ArrayList<>();
    RxJavaPlugins.setOnFlowableSubscribe(
        (source, s) -> {
          Subscriber<?> seen = s;
          if (RXJAVAS.isInstance(s)) {
            made.add(new Forward(s));
            seen = made.get(0);
          }
          return ours.apply(source, seen);
        });
    flowable.serialize().subscribe(new TestSubscriber<>());
    assertSame(made.get(0), subscriber.get());
  }

  @Test
  void everySubscriberThatAnotherHookMadeIsUsed() {
    List<Forward> made = new ArrayList<>();
    RxJavaPlugins.setOnFlowableSubscribe(
        (source, s) -> {
          Forward forward = new Forward(s);
          made.add(forward);
          return forward;
        });
    RxSerializer.install();
    Flowable.just(1).serialize().subscribe(new TestSubscriber<>());
    assertFalse(made.isEmpty());
    assertTrue(made.stream().allMatch(forward -> forward.subscribed));
  }

  private static boolean isRxJavas(Object serial) {
    return serial.getClass().getName().startsWith("io.reactivex.rxjava3.");
  }

  private void assertServedBy(Class<?> type, Flowable<Integer> serial) {
    serial.subscribe(new TestSubscriber<>());
    assertServedBy(type, subscriber.get());
  }

  private void assertServedBy(Class<?> type, Observable<Integer> serial) {
    serial.subscribe(new TestObserver<>());
    assertServedBy(type, observer.get());
  }

  private static void assertServedBy(Class<?> type, @Nullable Object end) {
    assertInstanceOf(type, end);
  }
}
