package org.reactiveserializer.internal.keyed;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.reactiveserializer.internal.operator.DeliveryThreads;

/** What the owner of a cell does: calls the handler, item by item, until the cell is empty and closes. */
final class KeyServer<K, T> implements Crew.Turns {
  private final KeyedSettings<K, T> settings;
  private final KeyedSettings.Handler<? super K, ? super T> handler;
  private final LiveKeys<K, T> keys;
  private final KeyedCounts counts;
  private final Crew crew;

  // Whether what waits is discarded: the sink was abandoned. Set after the end was requested.
  private volatile boolean discarding;

  KeyServer(
      KeyedSettings<K, T> settings,
      KeyedSettings.Handler<? super K, ? super T> handler,
      LiveKeys<K, T> keys,
      KeyedCounts counts) {
    this.settings = settings;
    this.handler = handler;
    this.keys = keys;
    this.counts = counts;
    Executor given = settings.executor;
    int most = given == null ? DeliveryThreads.MOST_FOR_KEYS : Integer.MAX_VALUE;
    this.crew =
        new Crew(
            given == null ? DeliveryThreads.executor() : given,
            settings.concurrency > 0 ? settings.concurrency : most,
            given == null && DeliveryThreads.ARE_PREEMPTED,
            this);
  }

  /** Makes sure that the crew knows of a cell to which something was added. By any thread. */
  void announceIfNew(KeyCell<K, T> cell) {
    if (cell.isNew()) {
      crew.announce(cell);
    }
  }

  /** Looks whether another thread has failed to start a task. By a thread that waits. */
  void look(KeyCell<K, T> cell) {
    announceIfNew(cell);
    signal();
  }

  /** Makes sure that ready keys are served. By any thread. */
  void signal() {
    crew.signal();
  }

  @Override
  @SuppressWarnings("unchecked") // the crew has the cells of this operator
  public int serve(KeyCell<?, ?> claimed, Crew.Shift shift, int items) {
    KeyCell<K, T> cell = (KeyCell<K, T>) claimed;
    int handled = 0;
    T item = null;
    try {
      while (handled < items && (item = cell.next(keys.census)) != null) {
        if (discarding) {
          discard(item);
        } else {
          handled++;
          if (!handle(cell, item, shift)) {
            return handled;
          }
        }
      }
    } catch (Throwable noStackOrHeap) {
      crew.giveBack(cell);
      throw noStackOrHeap;
    }
    if (handled < items) {
      retire(cell); // closed, so it must not be given back
    } else {
      crew.giveBack(cell);
    }
    return handled;
  }

  private void retire(KeyCell<K, T> cell) {
    try {
      keys.remove(cell);
    } catch (Throwable byEquals) {
      settings.hooks.drop(byEquals);
    } finally {
      keys.countGone();
    }
  }

  /** Handles an item. Returns false if the cell waits for a stage: then it is not the caller's any more. */
  private boolean handle(KeyCell<K, T> cell, T item, Crew.Shift shift) {
    Pending<K, T> pending = null;
    try {
      counts.countDelivered();
      CompletionStage<?> stage = handler.handle(cell.key(), item);
      if (stage == null) {
        return true;
      }
      pending = new Pending<>(this, cell, item);
      cell.giveTo(pending);
      stage.whenComplete(pending);
    } catch (Throwable thrown) {
      if (pending == null || pending.finish()) {
        failed(cell.key(), item, thrown);
        cell.giveTo(shift);
        return true;
      }
    }
    if (pending.leave()) {
      // Whoever abandons sets discarding and then takes what has left: one of the two sees the
      // other.
      if (!discarding || !pending.take()) {
        return false;
      }
      cell.giveTo(shift);
      return true;
    }
    cell.giveTo(shift);
    reportOutcome(pending);
    return true;
  }

  private void reportOutcome(Pending<K, T> pending) {
    Throwable error = pending.error();
    if (error != null) {
      failed(pending.cell().key(), pending.item(), error);
    }
  }

  /** Continues with a cell whose stage is complete. By the thread that completed it. */
  void resume(Pending<K, T> pending) {
    try {
      reportOutcome(pending);
    } finally {
      crew.giveBack(pending.cell());
    }
  }

  private void failed(K key, T item, Throwable error) {
    counts.countFailed();
    Failures.report(settings, key, item, error);
  }

  /** Discards an item. By any thread that has it. */
  void discard(T item) {
    counts.countDiscarded();
    try {
      settings.hooks.discard(item);
    } catch (StackOverflowError noStack) {
      settings.hooks.drop(noStack);
    }
  }

  @Override
  public void executorFailed(Throwable thrown) {
    settings.hooks.drop(thrown);
  }

  /** Discards what waits, here as far as no task has begun with it. After the end was requested. */
  void abandon() {
    discarding = true;
    Crew.Shift own = crew.shift();
    for (KeyCell<K, T> cell : keys.all()) {
      if (cell.claim(own) || (cell.holder() instanceof Pending<?, ?> pending && pending.take())) {
        serve(cell, own, Integer.MAX_VALUE);
      }
    }
  }
}
