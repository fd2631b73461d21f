package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.support.Collected.assertCollected;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.Serializer;

/** The effects of {@link RxSerializer#install} after it has been undone. */
class UndoneTest {
  @RegisterExtension final Plugins plugins = new Plugins();

  /** An object that a hook refers to, and that counts the calls. */
  private static final class Counting<T> {
    int calls;

    T seen(T assembled) {
      calls++;
      return assembled;
    }
  }

  @Test
  void allFourEarlierHooksAreRestored() {
    RxJavaPlugins.setOnFlowableAssembly(flowable -> flowable);
    RxJavaPlugins.setOnObservableAssembly(observable -> observable);
    RxJavaPlugins.setOnFlowableSubscribe((source, subscriber) -> subscriber);
    RxJavaPlugins.setOnObservableSubscribe((source, observer) -> observer);
    List<?> before = hooks();
    Disposable installed = RxSerializer.install();
    List<?> meanwhile = hooks();
    installed.dispose();
    for (int i = 0; i < before.size(); i++) {
      assertSame(before.get(i), hooks().get(i));
      assertTrue(before.get(i) != meanwhile.get(i));
    }
  }

  private static List<Object> hooks() {
    List<Object> all = new ArrayList<>();
    all.add(RxJavaPlugins.getOnFlowableAssembly());
    all.add(RxJavaPlugins.getOnObservableAssembly());
    all.add(RxJavaPlugins.getOnFlowableSubscribe());
    all.add(RxJavaPlugins.getOnObservableSubscribe());
    return all;
  }

  @Test
  void hooksOfObservablesActMeanwhileAndAfterwards() {
    Counting<Observable<?>> assembly = new Counting<>();
    Counting<Object> subscription = new Counting<>();
    RxJavaPlugins.setOnObservableAssembly(
        observable -> {
          assembly.seen(observable);
          return observable;
        });
    RxJavaPlugins.setOnObservableSubscribe(
        (source, observer) -> {
          subscription.seen(observer);
          return observer;
        });
    Disposable installed = RxSerializer.install();
    Observable<Integer> never = Observable.never();
    Observable<Integer> serial = never.serialize();
    int before = assembly.calls;
    assertTrue(before > 0);
    serial.test().assertEmpty();
    assertEquals(2, subscription.calls, "for the operator and for its upstream");
    installed.dispose();
    Observable<Integer> later = serial.map(n -> n);
    later.test().assertEmpty();
    assertEquals(before + 1, assembly.calls);
  }

  /** The streams assembled meanwhile may be kept; they must not keep the earlier hooks. */
  @Test
  void assembledStreamsKeepNoHookOfOthers() {
    List<Object> assembled = new ArrayList<>();
    assertCollected(earlierHook(assembled));
    Reference.reachabilityFence(assembled);
  }

  private static WeakReference<?> earlierHook(List<Object> assembled) {
    Counting<Flowable<?>> other = new Counting<>();
    RxJavaPlugins.setOnFlowableAssembly(
        flowable -> {
          other.seen(flowable);
          return flowable;
        });
    Disposable installed = RxSerializer.install();
    Flowable<Integer> never = Flowable.never();
    assembled.add(never.serialize());
    assembled.add(installed);
    installed.dispose();
    RxJavaPlugins.setOnFlowableAssembly(null);
    assertTrue(other.calls > 0);
    return new WeakReference<>(other);
  }

  /** The stream announced itself to a hook that has been removed. */
  @Test
  void aStreamIsNotHeldByTheThreadThatSubscribedToIt() {
    assertCollected(streamThatAnnouncedItself());
  }

  private static WeakReference<?> streamThatAnnouncedItself() {
    List<Object> subscribers = new ArrayList<>();
    Flowable<Integer> source = Flowable.unsafeCreate(subscribers::add);
    RxSerializer.install();
    Flowable<Integer> serial = source.serialize();
    RxJavaPlugins.reset();
    serial.test().assertNoValues();
    assertEquals(1, subscribers.size());
    return new WeakReference<>(source);
  }

  @Test
  void theSettingsAreNotHeld() {
    assertCollected(hookOfSettings());
    assertNull(RxJavaPlugins.getOnFlowableAssembly());
  }

  private static WeakReference<?> hookOfSettings() {
    List<Object> discarded = new ArrayList<>();
    Consumer<Object> hook = discarded::add;
    Disposable installed = RxSerializer.install(Serializer.withDefaults().onDiscard(hook));
    Flowable.just(1).serialize().test().assertResult(1);
    Observable.just(1).serialize().test().assertResult(1);
    installed.dispose();
    return new WeakReference<>(hook);
  }

  @Test
  void inALockdownTheHooksStayButDoNothing() throws ReflectiveOperationException {
    Disposable installed = RxSerializer.install();
    List<?> ours = hooks();
    List<Object> subscribers = new ArrayList<>();
    Flowable<Integer> before = Flowable.<Integer>unsafeCreate(subscribers::add).serialize();
    RxJavaPlugins.lockdown();
    try {
      installed.dispose();
      assertEquals(ours, hooks());
      assertIsRxJavas(Flowable.just(1).serialize());
      assertIsRxJavas(Observable.just(1).serialize());
      before.test().assertNoValues();
      assertIsRxJavas(subscribers.get(0));
    } finally {
      Field lockdown = RxJavaPlugins.class.getDeclaredField("lockdown");
      lockdown.setAccessible(true); // there is no other way to undo it
      lockdown.setBoolean(null, false);
    }
  }

  private static void assertIsRxJavas(Object assembled) {
    assertTrue(assembled.getClass().getName().startsWith("io.reactivex."));
  }
}
