package org.reactiveserializer.stress.broken;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.stress.support.Keys;
import org.reactiveserializer.stress.support.Reactions;

/**
 * A sink with keys as one would write it, with a lock for each key and one task, in which one step is broken.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class BrokenKeys<K, T> implements Keys<T> {
  /** What is broken. */
  public enum Defect {
    /** Looks whether there is room, and adds in a second step. */
    ADDS_LATE,
    /** Looks whether a key is empty, and closes it in a second step: on an item that came in between. */
    CLOSES_LATE,
    /** Looks whether there is room, and joins those who wait in a second step: at a key that is closed. */
    JOINS_LATE,
    /** Ceases to serve, and does not look again: a key that came in between has nobody. */
    CEASES_CARELESSLY
  }

  private final class Box {
    final K key;
    final Queue<T> items = new ArrayDeque<>();
    final Queue<CompletableFuture<EmitOutcome>> waiters = new ArrayDeque<>();
    final Queue<T> waiting = new ArrayDeque<>();
    boolean isReady;
    boolean isClosed;

    Box(K key) {
      this.key = key;
    }
  }

  private final Map<K, Box> boxes = new ConcurrentHashMap<>();
  private final Queue<Box> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isServed = new AtomicBoolean();
  private final Function<T, K> keyOf;
  private final int capacity;
  private final Executor executor;
  private final Consumer<T> handler;
  private final Defect defect;

  /** Creates one. */
  public BrokenKeys(
      Function<T, K> keyOf, int capacity, Executor executor, Consumer<T> handler, Defect defect) {
    this.keyOf = keyOf;
    this.capacity = capacity;
    this.executor = executor;
    this.handler = handler;
    this.defect = defect;
  }

  @Override
  public EmitOutcome tryEmit(T item) {
    for (; ; ) {
      Box box = boxes.computeIfAbsent(keyOf.apply(item), Box::new);
      boolean hasRoom = hasRoom(box);
      giveWayIf(Defect.ADDS_LATE);
      synchronized (box) {
        if (!box.isClosed) {
          if (!(defect == Defect.ADDS_LATE ? hasRoom : hasRoom(box))) {
            return EmitOutcome.OVERFLOW;
          }
          box.items.add(item);
          makeReady(box);
          break;
        }
      }
    }
    start();
    return EmitOutcome.QUEUED;
  }

  private boolean hasRoom(Box box) {
    synchronized (box) {
      return box.items.size() < capacity && box.waiters.isEmpty();
    }
  }

  private void giveWayIf(Defect expected) {
    if (defect == expected) {
      Reactions.giveWay();
    }
  }

  private void makeReady(Box box) {
    if (!box.isReady) {
      box.isReady = true;
      ready.add(box);
    }
  }

  @Override
  public CompletionStage<EmitOutcome> emitAsync(T item) {
    while (tryEmit(item) == EmitOutcome.OVERFLOW) {
      Box box = boxes.computeIfAbsent(keyOf.apply(item), Box::new);
      giveWayIf(Defect.JOINS_LATE);
      synchronized (box) {
        if (defect == Defect.JOINS_LATE || !box.isClosed) {
          CompletableFuture<EmitOutcome> waiter = new CompletableFuture<>();
          box.waiters.add(waiter);
          box.waiting.add(item);
          if (!box.isClosed) {
            makeReady(box);
          }
          return waiter;
        }
      }
    }
    return CompletableFuture.completedFuture(EmitOutcome.QUEUED);
  }

  private void start() {
    if (!ready.isEmpty() && isServed.compareAndSet(false, true)) {
      executor.execute(this::work);
    }
  }

  private void work() {
    for (Box box = ready.poll(); box != null; box = ready.poll()) {
      serve(box);
    }
    giveWayIf(Defect.CEASES_CARELESSLY);
    isServed.set(false);
    if (defect != Defect.CEASES_CARELESSLY) {
      start();
    }
  }

  private void serve(Box box) {
    for (; ; ) {
      T item;
      synchronized (box) {
        item = box.items.poll();
        CompletableFuture<EmitOutcome> first = item == null ? box.waiters.poll() : null;
        if (first != null) {
          first.complete(EmitOutcome.QUEUED);
          item = box.waiting.poll();
        }
        if (item == null && defect != Defect.CLOSES_LATE) {
          close(box);
        }
      }
      if (item == null) {
        if (defect == Defect.CLOSES_LATE) {
          Reactions.giveWay();
          close(box);
        }
        return;
      }
      handler.accept(item);
    }
  }

  private void close(Box box) {
    synchronized (box) {
      box.isClosed = true;
    }
    boxes.remove(box.key, box);
  }

  @Override
  public CompletionStage<Void> close() {
    while (keys() > 0) {
      Thread.yield();
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public int keys() {
    return boxes.size();
  }

  @Override
  public int queued() {
    int sum = 0;
    for (Box box : boxes.values()) {
      synchronized (box) {
        sum += box.items.size();
      }
    }
    return sum;
  }
}
