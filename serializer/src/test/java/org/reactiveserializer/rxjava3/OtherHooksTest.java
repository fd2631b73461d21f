package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Other subscription hooks are called with an installation exactly as without one. */
class OtherHooksTest {
  @RegisterExtension final Plugins plugins = new Plugins();

  private final List<Object> sources = new ArrayList<>();
  private final List<Object> ends = new ArrayList<>();

  private void hook() {
    RxJavaPlugins.setOnFlowableSubscribe(
        (source, subscriber) -> {
          sources.add(source);
          ends.add(subscriber);
          return subscriber;
        });
    RxJavaPlugins.setOnObservableSubscribe(
        (source, observer) -> {
          sources.add(source);
          ends.add(observer);
          return observer;
        });
  }

  private List<Object> taken(List<Object> list) {
    List<Object> taken = List.copyOf(list);
    list.clear();
    return taken;
  }

  @Test
  void onceForEachFlowable() {
    hook();
    Flowable<Integer> upstream = Flowable.just(1);
    Flowable<Integer> before = upstream.serialize();
    FlowableSubscriber<Integer> end = before.test();
    assertEquals(List.of(before, upstream), taken(sources));
    ends.clear();

    RxSerializer.install();
    Flowable<Integer> serial = upstream.serialize();
    for (int i = 0; i < 2; i++) {
      end = serial.test();
      assertEquals(List.of(serial, upstream), taken(sources));
      assertSame(end, ends.get(0));
      assertInstanceOf(SerialFlowableSubscriber.class, ends.get(1));
      ends.clear();
    }
    Flowable<Integer> twice = serial.serialize();
    twice.test().assertResult(1);
    assertEquals(List.of(twice, serial, upstream), taken(sources));
  }

  @Test
  void onceForEachObservable() {
    hook();
    Observable<Integer> upstream = Observable.just(1);
    Observable<Integer> before = upstream.serialize();
    before.test().assertResult(1);
    assertEquals(List.of(before, upstream), taken(sources));

    RxSerializer.install();
    Observable<Integer> serial = upstream.serialize();
    serial.test().assertResult(1);
    assertEquals(List.of(serial, upstream), taken(sources));
  }

  @Test
  void onceUnderTwoInstallations() {
    hook();
    RxSerializer.install();
    Disposable second = RxSerializer.install();
    Flowable<Integer> upstream = Flowable.just(1);
    Flowable<Integer> serial = upstream.serialize();
    serial.test().assertResult(1);
    assertEquals(List.of(serial, upstream), taken(sources));
    second.dispose();
    serial.test().assertResult(1);
    assertEquals(List.of(serial, upstream), taken(sources));
  }

  /**
   * A later hook keeps the hook of the bridge in place, which must still recognise its envelopes.
   */
  @Test
  void onceAlthoughItWasUndone() {
    hook();
    Disposable installed = RxSerializer.install();
    var ours = RxJavaPlugins.getOnFlowableSubscribe();
    RxJavaPlugins.setOnFlowableSubscribe(ours::apply);
    Flowable<Integer> upstream = Flowable.just(1);
    Flowable<Integer> serial = upstream.serialize();
    installed.dispose();
    serial.test().assertResult(1);
    assertEquals(List.of(serial, upstream), taken(sources));
  }
}
