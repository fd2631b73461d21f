package org.reactiveserializer.internal.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * Those who wait for room: items, of threads or of stages, in the order in which they came; and callbacks, which take
 * what room the items leave. While an item is here, no producer that looks gets room. The owner admits the first
 * of them whenever it makes room, and moves their items behind what waits.
 *
 * <p><b>Invariant.</b> If an item waits here, then there is no room for the first of them, or a pass is
 * due or under way, or a thread has yet to request it. For one joins first, and then requests a pass;
 * each pass admits as many as there is room for; and later room is made by the owner only, who admits
 * at each removal. Where items have a weight, the one behind may need less than the first: there whoever
 * withdraws requests a pass as well.
 *
 * @param <T> the type of the items
 */
final class Line<T> {
  /** So many that have withdrawn may stay here. */
  private static final int FEW = 64;

  private final Executor executor;
  private final ConcurrentLinkedQueue<Waiter<T>> items = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Waiter<T>> callbacks = new ConcurrentLinkedQueue<>();

  // Whether one has ever joined. Most lines stay unused, and an owner looks after each item.
  private volatile boolean isUsed;

  // Those who are being decided or told: so whoever comes later finds one whose answer failed.
  private final ConcurrentLinkedQueue<Waiter<T>> untold = new ConcurrentLinkedQueue<>();

  // The threads that tell all of them: who is told may end the stream again, from within.
  private final Set<Thread> telling = ConcurrentHashMap.newKeySet();

  // How many items wait, and how many have withdrawn since those were removed: roughly.
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger withdrawn = new AtomicInteger();

  /** Creates a line whose stages and callbacks {@code executor} completes. */
  Line(Executor executor) {
    this.executor = executor;
  }

  /** Adds one, who must then request a pass, and look whether the stream has ended. By any thread. */
  void join(Waiter<T> waiter) {
    isUsed = true;
    if (waiter.isCallback()) {
      callbacks.add(waiter);
    } else {
      items.add(waiter);
      waiting.incrementAndGet();
    }
  }

  /** Returns whether nobody waits. By any thread. */
  boolean isEmpty() {
    return !isUsed || (callbacks.isEmpty() && untold.isEmpty() && !hasItems());
  }

  /** Returns whether an item waits. By any thread. */
  boolean hasItems() {
    return isUsed && first() != null;
  }

  /** Returns the first item that waits; null if there is none. By any thread. */
  @Nullable Waiter<T> first() {
    for (; ; ) {
      Waiter<T> first = items.peek();
      if (first == null || !first.isDecided()) {
        return first;
      }
      items.remove(first); // this one, and not the first: another thread may have removed it
    }
  }

  /** Runs the callbacks that wait by now: one may join again at once. By the owner, if there is room. */
  void runCallbacks() {
    for (int turns = callbacks.size(); turns > 0; turns--) {
      Waiter<T> first = callbacks.peek();
      if (first != null && decide(first, EmitOutcome.QUEUED)) {
        answer(first);
      }
    }
  }

  /** Decides, and then {@link #answer} must follow. Returns false if that was done before. By any thread. */
  boolean decide(Waiter<T> waiter, EmitOutcome outcome) {
    untold.add(waiter);
    boolean isFirst = waiter.decide(outcome);
    if (waiter.isCallback()) {
      callbacks.remove(waiter);
    }
    if (!isFirst) {
      untold.remove(waiter);
    } else if (!waiter.isCallback()) {
      waiting.decrementAndGet();
    }
    return isFirst;
  }

  /** Tells one that was decided. By any thread: only the first answer counts. */
  void answer(Waiter<T> waiter) {
    if (waiter.isThread()) {
      waiter.run();
    } else {
      waiter.runBy(executor);
    }
    untold.remove(waiter);
  }

  /** Gives {@code waiter} up. Returns false if it was decided before. By any thread. */
  boolean withdraw(Waiter<T> waiter, EmitOutcome why) {
    if (!waiter.decide(why)) {
      return false;
    }
    waiting.decrementAndGet();
    int gone = withdrawn.incrementAndGet();
    if (gone > FEW && gone > waiting.get()) {
      withdrawn.set(0);
      items.removeIf(Waiter::isDecided);
    }
    return true;
  }

  /** Completes stages and callbacks. */
  Executor executor() {
    return executor;
  }

  /**
   * Refuses all who wait, since the stream has ended, and counts their items. By any thread, after the end was
   * published.
   */
  void refuseAll(EmitOutcome outcome, IntConsumer count) {
    // All are decided before one is told: who is told may end the stream again.
    for (Waiter<T> first = first(); first != null; first = first()) {
      count.accept(1); // before: who is told, perhaps by another thread, may look at the figures
      if (!decide(first, outcome)) {
        count.accept(-1);
      }
    }
    for (Waiter<T> next = callbacks.peek(); next != null; next = callbacks.peek()) {
      decide(next, outcome);
    }
    for (Waiter<T> next : untold) {
      if (next.isThread() && next.isDecided()) {
        answer(next); // first: an executor may keep this thread
      }
    }
    Thread current = Thread.currentThread();
    while (hasUntold()
        && telling.add(current)) { // also what another thread is telling: it may stand still
      try {
        for (Waiter<T> next : untold) {
          if (next.isDecided()) {
            answer(next);
          }
        }
      } finally {
        telling.remove(current);
      }
    }
  }

  private boolean hasUntold() {
    for (Waiter<T> each : untold) {
      if (each.isDecided()) {
        return true;
      }
    }
    return false;
  }
}
