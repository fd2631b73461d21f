package org.reactiveserializer.observability.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.observability.Threads;
import org.reactiveserializer.observability.guard.BreachException.Party;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What a guard reports, to a hook and as an exception, and that it passes everything on. */
class SerialGuardTest {
  private final List<BreachException> breaches = Collections.synchronizedList(new ArrayList<>());
  private final SerialGuard guard =
      SerialGuard.withDefaults().named("orders").onBreach(breaches::add);
  private final Upstream raw = new Upstream();
  private final Downstream downstream = new Downstream();
  private final IllegalStateException error = new IllegalStateException("boom");

  private Subscriber<? super Integer> subscribed(SerialGuard by, long demand) {
    by.<Integer>of(raw).subscribe(downstream);
    if (demand > 0) {
      downstream.request(demand);
    }
    return raw.subscriber();
  }

  private void assertBreach(String rule, Party party, long items, String what) {
    assertEquals(1, breaches.size(), breaches::toString);
    BreachException breach = breaches.get(0);
    assertEquals(rule, breach.rule());
    assertEquals(party, breach.party());
    assertEquals(items, breach.items());
    assertTrue(message(breach).startsWith(rule + " in orders: " + what), breach::toString);
  }

  @Test
  void aCorrectStreamPassesWithoutAReport() {
    downstream.onNext = item -> downstream.request(1);
    subscribed(guard, 1);
    raw.next(1, 2);
    raw.subscriber().onComplete();
    downstream.cancel();
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.signals());
    assertEquals(List.of(1L, 1L, 1L, "cancel"), raw.calls());
    assertEquals(List.of(), breaches);
  }

  @Test
  void anOverlapShowsBothThreads() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch reported = new CountDownLatch(1);
    downstream.on(
        1,
        () -> {
          inside.countDown();
          await(reported);
        });
    subscribed(guard, 9);
    Thread first = new Thread(() -> raw.next(1), "the first");
    first.start();
    inside.await();
    raw.next(2);
    reported.countDown();
    first.join();
    assertBreach("§1.3", Party.UPSTREAM, 2, "onNext on the thread ");
    BreachException breach = breaches.get(0);
    assertTrue(message(breach).contains("while onNext is under way on the thread the first"));
    assertTrue(shows(breach, "anOverlapShowsBothThreads"), breach::toString);
    Throwable other = assertInstanceOf(Throwable.class, breach.getCause());
    assertEquals("onNext on the thread the first", other.getMessage());
    assertTrue(shows(other, "onNext"), other::toString);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
  }

  private static boolean shows(Throwable thrown, String method) {
    return Arrays.stream(thrown.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void eachOverlapIsReportedAlsoAfterTheFirstHasReturned() {
    downstream.on(1, () -> Threads.elsewhere(() -> raw.next(2)));
    downstream.on(2, () -> Threads.elsewhere(() -> raw.next(3)));
    subscribed(guard, 9);
    raw.next(1);
    raw.next(4);
    assertEquals(List.of("§1.3", "§1.3"), rules());
    downstream.on(4, () -> Threads.elsewhere(() -> raw.next(5)));
    raw.next(4);
    assertEquals(List.of("§1.3", "§1.3", "§1.3"), rules());
  }

  private List<String> rules() {
    return breaches.stream().map(BreachException::rule).toList();
  }

  @Test
  void aSignalFromWithinASignalIsABreachUnlessTheDownstreamRequests() {
    raw.onRequest =
        n -> {
          if (n == 2) {
            raw.next(2);
          }
        };
    downstream.on(1, () -> downstream.request(2));
    subscribed(guard, 1);
    raw.next(1);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
    assertEquals(List.of(), breaches);
    downstream.on(3, () -> raw.next(4));
    downstream.request(9);
    raw.next(3);
    assertBreach("§1.3", Party.UPSTREAM, 4, "onNext from within onNext");
  }

  @Test
  void moreItemsThanRequested() {
    subscribed(guard, 2);
    raw.next(1, 2);
    assertEquals(List.of(), breaches);
    raw.next(3);
    assertBreach("§1.1", Party.UPSTREAM, 3, "item 3, but only 2 were requested");
    assertEquals(List.of("subscribed", 1, 2, 3), downstream.signals());
  }

  @Test
  void demandDoesNotOverflow() {
    subscribed(guard, Long.MAX_VALUE);
    downstream.request(Long.MAX_VALUE);
    raw.next(1);
    assertEquals(List.of(), breaches);
  }

  @Test
  void signalsAfterTheEnd() {
    subscribed(guard, 9);
    raw.subscriber().onComplete();
    raw.subscriber().onError(error);
    assertBreach("§1.7", Party.UPSTREAM, 0, "onError after the end");
    raw.next(1);
    raw.subscriber().onComplete();
    assertEquals(List.of("§1.7", "§1.7", "§1.7"), rules());
    assertEquals(List.of("subscribed", "completed", error, 1, "completed"), downstream.signals());
  }

  @Test
  void signalsBeforeOnSubscribe() {
    raw.isQuiet = true;
    guard.<Integer>of(raw).subscribe(downstream);
    raw.next(1);
    assertBreach("§1.9", Party.UPSTREAM, 1, "onNext before onSubscribe");
    assertEquals(List.of(1), downstream.signals());
  }

  @Test
  void aSecondOnSubscribe() {
    subscribed(guard, 0).onSubscribe(raw);
    assertBreach("§2.12", Party.UPSTREAM, 0, "a second onSubscribe");
    assertEquals(List.of("subscribed", "subscribed"), downstream.signals());
  }

  @Test
  @SuppressWarnings("NullAway") // is what is tested
  void nullAsASignal() {
    List<Object> got = new ArrayList<>();
    Subscriber<Integer> nulls =
        new Subscriber<>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            got.add("subscription " + subscription);
          }

          @Override
          public void onNext(Integer item) {
            got.add("item " + item);
          }

          @Override
          public void onError(Throwable thrown) {
            got.add("error " + thrown);
          }

          @Override
          public void onComplete() {}
        };
    Subscriber<Integer> wrapped = guard.wrap(nulls);
    wrapped.onSubscribe(null);
    wrapped.onNext(null);
    wrapped.onError(null);
    assertEquals(List.of("subscription null", "item null", "error null"), got);
    assertEquals("§2.13 in orders: onSubscribe with null", start(breaches.get(0)));
    assertEquals("§2.13 in orders: onNext with null", start(breaches.get(1)));
    assertEquals(List.of("§2.13", "§2.13", "§1.1", "§2.13"), rules());
  }

  private static String message(BreachException breach) {
    return String.valueOf(breach.getMessage());
  }

  private static String start(BreachException breach) {
    return message(breach).substring(0, message(breach).indexOf(';'));
  }

  @Test
  void aRequestThatIsNotPositive() {
    subscribed(guard, 0);
    downstream.request(0);
    assertBreach("§3.9", Party.DOWNSTREAM, 0, "request(0)");
    assertEquals(List.of(0L), raw.calls());
  }

  @Test
  void whatADownstreamThrowsPassesWithTheBreach() {
    downstream.on(
        1,
        () -> {
          throw error;
        });
    subscribed(SerialGuard.withDefaults(), 0);
    assertSame(error, assertThrows(IllegalStateException.class, () -> raw.next(1)));
    assertEquals("§1.1", assertInstanceOf(BreachException.class, error.getSuppressed()[0]).rule());
  }

  @Test
  void whatASubscriptionThrowsPasses() {
    raw.onRequest =
        n -> {
          throw error;
        };
    raw.onCancel =
        () -> {
          throw error;
        };
    subscribed(guard, 0);
    assertSame(error, assertThrows(IllegalStateException.class, () -> downstream.request(1)));
    assertSame(error, assertThrows(IllegalStateException.class, downstream::cancel));
    raw.next(1);
    assertEquals(List.of(), breaches);
  }

  @Test
  void withoutAHookTheCallerGetsTheBreachAfterTheSignal() {
    SerialGuard throwing = SerialGuard.withDefaults();
    subscribed(throwing, 1);
    raw.next(1);
    BreachException more = assertThrows(BreachException.class, () -> raw.next(2));
    assertEquals("§1.1", more.rule());
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
    BreachException bad = assertThrows(BreachException.class, () -> downstream.request(-1));
    assertEquals("§3.9", bad.rule());
    assertEquals(List.of(1L, -1L), raw.calls());
    raw.subscriber().onComplete();
    BreachException two = assertThrows(BreachException.class, () -> raw.next(3));
    assertEquals("§1.7", two.rule());
    assertEquals("§1.1", assertInstanceOf(BreachException.class, two.getSuppressed()[0]).rule());
    assertNull(two.getCause());
  }

  @Test
  void whatTheHookThrowsDoesNotReachTheStream() throws InterruptedException {
    List<Throwable> uncaught = new ArrayList<>();
    SerialGuard throwing =
        guard.onBreach(
            breach -> {
              throw error;
            });
    subscribed(throwing, 0);
    Thread thread = new Thread(() -> raw.next(1));
    thread.setUncaughtExceptionHandler((where, thrown) -> uncaught.add(thrown));
    thread.start();
    thread.join();
    assertEquals(List.of("subscribed", 1), downstream.signals());
    assertSame(error, uncaught.get(0));
    assertInstanceOf(BreachException.class, uncaught.get(1));
  }

  @Test
  @SuppressWarnings("NullAway") // is what is tested
  void badSettingsAreRefused() {
    assertThrows(NullPointerException.class, () -> guard.onBreach(null));
    assertThrows(NullPointerException.class, () -> guard.named(null));
    assertThrows(NullPointerException.class, () -> guard.of(null));
    assertThrows(NullPointerException.class, () -> guard.wrap(null));
  }
}
