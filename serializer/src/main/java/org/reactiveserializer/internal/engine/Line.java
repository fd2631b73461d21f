package org.reactiveserializer.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * Those who wait for room: threads, stages and callbacks, in the order in which they came. While
 * somebody with an item is here, no other producer gets room. The owner admits the first of them
 * whenever it makes room, and moves their items behind what waits.
 *
 * <p><b>Invariant.</b> If somebody waits, then there is no room for the first of them, or a pass is
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
  private final ConcurrentLinkedQueue<Waiter<T>> waiters = new ConcurrentLinkedQueue<>();

  // How many wait, and how many have withdrawn since those were removed: roughly.
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger withdrawn = new AtomicInteger();

  // How many wait with an item. Those that join are counted last: so each that is counted is here.
  private final AtomicInteger withItems = new AtomicInteger();

  /** Creates a line whose stages and callbacks {@code executor} completes. */
  Line(Executor executor) {
    this.executor = executor;
  }

  /** Adds one, who must then request a pass, and look whether the stream has ended. By any thread. */
  void join(Waiter<T> waiter) {
    waiters.add(waiter);
    waiting.incrementAndGet();
    if (!waiter.isCallback()) {
      withItems.incrementAndGet();
    }
  }

  /** Returns whether others may get room: nobody waits with an item. By any thread. */
  boolean mayBePassed() {
    return withItems.get() <= 0;
  }

  /** Returns whether nobody waits. By any thread. */
  boolean isEmpty() {
    return waiters.isEmpty() || first() == null;
  }

  /** Returns how many wait, roughly. */
  int size() {
    return waiting.get();
  }

  /** Returns the first one that waits; null if there is none. By any thread. */
  @Nullable Waiter<T> first() {
    for (; ; ) {
      Waiter<T> first = waiters.peek();
      if (first == null || !first.isDecided()) {
        return first;
      }
      waiters.remove(first); // this one, and not the first: another thread may have removed it
    }
  }

  /** Decides what becomes of one. Returns false if that was decided before. By any thread. */
  boolean decide(Waiter<T> waiter, EmitOutcome outcome) {
    boolean first = waiter.decide(outcome);
    if (first) {
      waiting.decrementAndGet();
      if (!waiter.isCallback()) {
        withItems.decrementAndGet();
      }
    }
    return first;
  }

  /** Tells one that was decided. By who decided. */
  void answer(Waiter<T> waiter) {
    if (waiter.isThread()) {
      waiter.run();
    } else {
      try {
        executor.execute(waiter);
      } catch (Throwable refused) {
        waiter.run(); // late is worse than here
      }
    }
  }

  /** Gives {@code waiter} up. Returns false if it was decided before. By any thread. */
  boolean withdraw(Waiter<T> waiter, EmitOutcome why) {
    if (!decide(waiter, why)) {
      return false;
    }
    int gone = withdrawn.incrementAndGet();
    if (gone > FEW && gone > waiting.get()) {
      withdrawn.set(0);
      waiters.removeIf(Waiter::isDecided);
    }
    return true;
  }

  /** Completes stages and callbacks. */
  Executor executor() {
    return executor;
  }

  /**
   * Refuses all who wait, since the stream has ended. Returns how many items they had. By any thread,
   * after the end was published.
   */
  int refuseAll(EmitOutcome outcome) {
    if (waiters.isEmpty()) {
      return 0;
    }
    int items = 0;
    List<Waiter<T>> decided = new ArrayList<>();
    // All are decided before one is told: who is told may end the stream again.
    for (Waiter<T> first = first(); first != null; first = first()) {
      if (decide(first, outcome)) {
        items += first.isCallback() ? 0 : 1;
        decided.add(first);
      }
    }
    decided.forEach(this::answer);
    return items;
  }
}
