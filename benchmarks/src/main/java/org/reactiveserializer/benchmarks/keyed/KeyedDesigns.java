package org.reactiveserializer.benchmarks.keyed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Designs of keyed sinks that were rejected, without what does not matter for speed: bounds, an end, errors. */
final class KeyedDesigns {
  private static final long PAUSE = 50_000;

  private KeyedDesigns() {}

  /** A map of serial executors: each key that becomes ready is a task of the pool. */
  static void taskForEachKey(KeyedLoad load, ExecutorService pool) {
    ConcurrentHashMap<Integer, KeyQueue> live = new ConcurrentHashMap<>();
    for (long item = 0; item < load.items(); item++) {
      Integer key = load.key(item);
      for (; ; ) {
        KeyQueue queue = live.get(key);
        if (queue != null && queue.add(item)) {
          break;
        }
        if (queue == null) {
          KeyQueue fresh = new KeyQueue(key, live, load);
          fresh.add(item);
          if (live.putIfAbsent(key, fresh) == null) {
            pool.execute(fresh);
            break;
          }
        }
      }
    }
    while (!live.isEmpty()) {
      LockSupport.parkNanos(PAUSE);
    }
  }

  /** What waits for a key. */
  private static final class KeyQueue implements Runnable {
    private final Integer key;
    private final Map<Integer, KeyQueue> live;
    private final KeyedLoad load;
    private final Queue<Long> items = new ArrayDeque<>(1);
    private boolean closed;

    KeyQueue(Integer key, Map<Integer, KeyQueue> live, KeyedLoad load) {
      this.key = key;
      this.live = live;
      this.load = load;
    }

    synchronized boolean add(Long item) {
      return !closed && items.add(item);
    }

    private synchronized @Nullable Long next() {
      Long item = items.poll();
      if (item == null) {
        closed = true;
        live.remove(key);
      }
      return item;
    }

    @Override
    public void run() {
      for (Long item = next(); item != null; item = next()) {
        load.handle(key, item);
      }
    }
  }

  /** One queue, and one lock: under it, a thread takes the next item whose key is not being handled. */
  static void oneLock(KeyedLoad load, ExecutorService pool) throws InterruptedException {
    Dispatcher dispatcher = new Dispatcher(load);
    List<Future<?>> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(pool.submit(dispatcher));
    }
    for (long item = 0; item < load.items(); item++) {
      dispatcher.add(item);
    }
    dispatcher.end();
    for (Future<?> thread : threads) {
      try {
        thread.get();
      } catch (ExecutionException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  /** The queue and the lock. A key that is being handled is in the map, with what came for it meanwhile. */
  private static final class Dispatcher implements Runnable {
    private final KeyedLoad load;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Queue<Long> items = new ArrayDeque<>();
    private final Map<Integer, Queue<Long>> busy = new HashMap<>();
    private boolean ended;

    Dispatcher(KeyedLoad load) {
      this.load = load;
    }

    void add(Long item) {
      lock.lock();
      try {
        items.add(item);
        added.signal();
      } finally {
        lock.unlock();
      }
    }

    void end() {
      lock.lock();
      try {
        ended = true;
        added.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void run() {
      for (Long item = next(null); item != null; item = next(load.key(item))) {
        load.handle(load.key(item), item);
      }
    }

    private @Nullable Long next(@Nullable Integer last) {
      lock.lock();
      try {
        Queue<Long> behind = last == null ? null : busy.get(last);
        Long own = behind == null ? null : behind.poll();
        if (own != null) {
          return own;
        }
        if (last != null) {
          busy.remove(last);
        }
        for (; ; ) {
          Long item = items.poll();
          if (item == null) {
            if (ended) {
              return null;
            }
            added.awaitUninterruptibly();
          } else {
            Queue<Long> queue = busy.get(load.key(item));
            if (queue == null) {
              busy.put(load.key(item), new ArrayDeque<>(1));
              return item;
            }
            queue.add(item);
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
