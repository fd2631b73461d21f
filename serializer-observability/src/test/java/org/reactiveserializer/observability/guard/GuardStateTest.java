package org.reactiveserializer.observability.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.observability.Threads;

/** What a guard knows of signals that have ended: nothing, whatever happened to them. */
@Timeout(120)
class GuardStateTest {
  private static final int DEPTHS = 200;
  private static final int DIVES = 8;
  private static final int ROUNDS = 50;
  private static final int STACK = 256 << 10;

  private final List<BreachException> breaches = Collections.synchronizedList(new ArrayList<>());
  private final SerialGuard guard = SerialGuard.withDefaults().onBreach(breaches::add);
  private final Upstream raw = new Upstream();
  private final Downstream downstream = new Downstream();

  private List<String> rules() {
    return breaches.stream().map(BreachException::rule).toList();
  }

  /** Two of three threads are inside at each moment, so there never is one to begin anew. */
  @Test
  void signalsThatOverlapWithoutEndAreNotKept() throws InterruptedException {
    Semaphore[] turns = {new Semaphore(0), new Semaphore(0), new Semaphore(0)};
    SerialGuard.withDefaults().<Integer>of(raw).subscribe(downstream);
    downstream.onNext =
        me -> {
          turns[(me + 1) % turns.length].release();
          turns[me].acquireUninterruptibly();
        };
    downstream.request(Long.MAX_VALUE);
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
    while (thrown.get(0).get() != null) {
      System.gc();
    }
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
  void aSignalThatFoundNoStackIsNotUnderWay(long demand) throws InterruptedException {
    int overflown = 0;
    for (int dive = 0; dive < DIVES; dive++) {
      Upstream source = new Upstream();
      Downstream last = new Downstream();
      guard.<Integer>of(source).subscribe(last);
      last.request(demand);
      source.next(0, 1); // all classes are there
      overflown += overflown(() -> source.subscriber().onNext(1));
      last.request(Long.MAX_VALUE);
      breaches.clear();
      Threads.elsewhere(() -> source.next(-1));
      source.next(-2);
      assertEquals(List.of(), breaches);
    }
    assertTrue(overflown > 0);
  }

  /** Returns how often the stack, which is a small one, overflows in {@code action} at the last depths. */
  private static int overflown(Runnable action) throws InterruptedException {
    int[] counts = {DEPTHS, 0}; // to do, overflown
    Thread thread = new Thread(null, () -> tryDive(action, counts), "shallow", STACK);
    thread.setUncaughtExceptionHandler((where, thrown) -> {}); // a hook that finds no stack, too
    thread.start();
    thread.join();
    return counts[1];
  }

  private static void tryDive(Runnable action, int[] counts) {
    try {
      dive(action, counts);
    } catch (StackOverflowError expected) {
      // from the deepest frame
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static void dive(Runnable action, int[] counts) {
    try {
      dive(action, counts);
    } catch (StackOverflowError deeper) {
      if (counts[0]-- > 0) {
        try {
          action.run();
        } catch (StackOverflowError here) {
          counts[1]++;
        }
      }
      throw deeper;
    }
  }

  @Test
  void aThreadWithoutANameIsNamedInAnotherWay() throws InterruptedException {
    downstream.on(1, () -> unnamed(() -> raw.next(2)));
    downstream.on(3, () -> Threads.elsewhere(() -> raw.next(4)));
    guard.<Integer>of(raw).subscribe(downstream);
    downstream.request(Long.MAX_VALUE);
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
