package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;

/** Bounded queues with one broken step each. */
public final class BrokenQueues {
  private BrokenQueues() {}

  /**
   * Counts items separately from the queue, after one was added: two producers can both find the
   * last free place.
   */
  public static final class CountedLater extends BoundedQueue<Item> {
    private final AtomicInteger count = new AtomicInteger();

    /** Creates an empty one. */
    public CountedLater(int capacity) {
      super(capacity);
    }

    @Override
    protected boolean isFull(int waiting) {
      return count.get() >= capacity();
    }

    @Override
    protected void added(int waiting) {
      count.getAndIncrement();
    }
  }

  /** Evicts in two steps: there may be room by then. */
  public static final class LookThenEvict extends BoundedQueue<Item> {
    /** Creates an empty one. */
    public LookThenEvict(int capacity) {
      super(capacity);
    }

    @Override
    public @Nullable Item evict() {
      boolean due = mustEvict();
      Reactions.spin();
      return due ? remove() : null;
    }
  }

  /** Counts a thread as waiting only after it has looked for room: it may not be notified. */
  public static final class LateWaiter extends RoomWaiters {
    private final ThreadLocal<Boolean> counted = ThreadLocal.withInitial(() -> false);

    /** Creates a room without waiting threads. */
    public LateWaiter() {}

    @Override
    public void register() {}

    @Override
    public boolean await(long nanos) throws InterruptedException {
      if (!counted.get()) {
        counted.set(true);
        super.register();
      }
      return super.await(nanos);
    }

    @Override
    public void deregister() {
      if (counted.get()) {
        counted.set(false);
        super.deregister();
      }
    }
  }
}
