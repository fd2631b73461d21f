package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The threads that emit a batch: the caller's thread, and helpers that live as long as this object.
 * The helpers sleep between batches. {@link #prepare} wakes them and waits until all of them spin
 * at the barrier. {@link #run} releases them, within a fraction of a microsecond if there are
 * enough processors.
 *
 * <p>No field of this class is written between the first item of a batch and the last item of a
 * producer, so it does not disturb the measurement.
 */
final class Producers implements AutoCloseable {
  private static final int SPINS_BEFORE_YIELDING = 100;
  private static final int SPINS_BEFORE_SLEEPING = 10_000;

  private final List<Items> items;
  private final List<Thread> helpers = new ArrayList<>();
  private final AtomicInteger awake = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();

  // Batches count from one. Plain fields below are published by the write of prepared.
  private volatile int prepared;
  private volatile int started;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private Consumer<Integer> entry = item -> {};
  private Thread caller = Thread.currentThread();

  /** Starts the helpers. */
  Producers(int count, int itemsEach) {
    items = IntStream.range(0, count).mapToObj(producer -> new Items(producer, itemsEach)).toList();
    for (int helper = 1; helper < count; helper++) {
      Items own = items.get(helper);
      Thread thread = new Thread(() -> help(own), "producer-" + helper);
      thread.setDaemon(true);
      thread.start();
      helpers.add(thread);
    }
  }

  /** Waits until all helpers are at the barrier, ready to emit into {@code entry}. */
  void prepare(Consumer<Integer> entry) {
    this.entry = entry;
    caller = Thread.currentThread();
    awake.set(0);
    running.set(helpers.size());
    prepared++;
    helpers.forEach(LockSupport::unpark);
    while (awake.get() < helpers.size()) {
      Thread.onSpinWait();
      Thread.yield();
    }
  }

  /** Emits the batch that was prepared, and returns when all producers have returned. */
  void run() {
    started = prepared;
    items.get(0).emitInto(entry);
    awaitHelpers();
    if (failure != null) {
      throw new IllegalStateException("A producer failed", failure);
    }
  }

  @Override
  public void close() {
    closed = true;
    helpers.forEach(LockSupport::unpark);
  }

  private void awaitHelpers() {
    for (int spins = 0; running.get() > 0; spins++) {
      if (spins < SPINS_BEFORE_SLEEPING && helpers.size() == 1) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this); // leaves the processor to producers that still emit
      }
    }
  }

  private void help(Items own) {
    for (int batch = 1; awaitPrepared(batch); batch++) {
      Consumer<Integer> entry = this.entry;
      awake.incrementAndGet();
      awaitStarted(batch);
      try {
        own.emitInto(entry);
      } catch (Throwable thrown) {
        failure = thrown;
      }
      if (running.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  private boolean awaitPrepared(int batch) {
    while (prepared < batch && !closed) {
      LockSupport.park(this);
    }
    return !closed;
  }

  private void awaitStarted(int batch) {
    for (int spins = 0; started < batch; spins++) {
      if (spins < SPINS_BEFORE_YIELDING) {
        Thread.onSpinWait();
      } else {
        Thread.yield(); // there may be more producers than processors
      }
    }
  }
}
