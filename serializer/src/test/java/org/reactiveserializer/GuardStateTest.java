package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Collected;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;

/** What a guard knows of signals that have ended: nothing, whatever happened to them. */
@Timeout(120)
class GuardStateTest {
  private static final int DEPTHS = 200;
  private static final int ROUNDS = 50;

  private final List<BreachException> breaches = Collections.synchronizedList(new ArrayList<>());
  private final SerialGuard guard = SerialGuard.withDefaults().onBreach(breaches::add);
  private final Tap<Integer> raw = Tap.named("raw");
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  private List<String> rules() {
    return breaches.stream().map(BreachException::rule).toList();
  }

  /** Two of three threads are inside at each moment, so there never is one to begin anew. */
  @Test
  void signalsThatOverlapWithoutEndAreNotKept() throws InterruptedException {
    Semaphore[] turns = {new Semaphore(0), new Semaphore(0), new Semaphore(0)};
    SerialGuard.withDefaults().<Integer>of(raw).subscribe(downstream);
    downstream.onNext(
        me -> {
          turns[(me + 1) % turns.length].release();
          turns[me].acquireUninterruptibly();
        });
    downstream.subscription().request(Long.MAX_VALUE);
    List<WeakReference<BreachException>> thrown = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < turns.length; i++) {
      int me = i;
      threads.add(new Thread(() -> overlap(me, turns, thrown)));
      threads.get(me).start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(turns.length * ROUNDS - 1, thrown.size());
    Collected.assertCollected(thrown.get(0));
  }

  private void overlap(int me, Semaphore[] turns, List<WeakReference<BreachException>> thrown) {
    if (me != 0) {
      turns[me].acquireUninterruptibly(); // until the one before is inside
    }
    for (int n = 0; n < ROUNDS; n++) {
      try {
        raw.next(me);
      } catch (BreachException overlap) {
        thrown.add(new WeakReference<>(overlap));
      }
    }
    turns[(me + 1) % turns.length].release();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1}) // in the second case each signal is a breach
  void aSignalThatFoundNoStackIsNotUnderWay(long demand) {
    List<Integer> items = IntStream.range(0, DEPTHS).boxed().toList();
    int overflown = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> last = new RecordingSubscriber<>();
      guard.<Integer>of(source).subscribe(last);
      last.subscription().request(demand);
      source.next(0, 1); // all classes are there
      overflown += EndOfStack.anyOverflown(items, item -> source.subscriber().onNext(item)).size();
      last.subscription().request(Long.MAX_VALUE);
      breaches.clear();
      Elsewhere.run(() -> source.next(-1));
      source.next(-2);
      assertEquals(List.of(), breaches);
    }
    assertTrue(overflown > 0);
  }

  /** The exception passes a request, and a signal, of which neither has thrown it. */
  @Test
  void whatADownstreamThrowsIsReportedOnce() {
    IllegalStateException error = new IllegalStateException("boom");
    raw.subscription()
        .onRequest(
            n -> {
              if (n == 2) {
                raw.next(2);
              }
            });
    downstream.on(1, () -> downstream.subscription().request(2));
    downstream.on(
        2,
        () -> {
          throw error;
        });
    guard.<Integer>of(raw).subscribe(downstream);
    downstream.subscription().request(1);
    assertSame(error, assertThrows(IllegalStateException.class, () -> raw.next(1)));
    assertEquals(List.of("§2.13"), rules());
    assertSame(
        error,
        assertThrows(IllegalStateException.class, () -> downstream.subscription().request(2)));
    assertEquals(List.of("§2.13", "§2.13"), rules());
  }

  @Test
  void aThreadWithoutANameIsNamedInAnotherWay() throws InterruptedException {
    downstream.on(1, () -> unnamed(() -> raw.next(2)));
    downstream.on(3, () -> Elsewhere.run(() -> raw.next(4)));
    guard.<Integer>of(raw).subscribe(downstream);
    downstream.subscription().request(Long.MAX_VALUE);
    raw.next(1);
    unnamed(() -> raw.next(3));
    assertEquals(List.of("§1.3", "§1.3"), rules());
    assertTrue(String.valueOf(breaches.get(0).getMessage()).contains("on the thread Thread["));
    assertTrue(
        String.valueOf(breaches.get(1).getMessage()).contains("under way on the thread Thread["));
    assertFalse(String.valueOf(breaches.get(0).getMessage()).contains("thread  "));
  }

  private static void unnamed(Runnable action) {
    Thread thread = new Thread(null, action, "");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
