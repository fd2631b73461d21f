package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Balance;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;
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

  /** As {@link CountedLater}, for weights. */
  public static final class WeighedLater extends BoundedQueue<Item> {
    private final long each;
    private final AtomicLong weight = new AtomicLong();

    /** Creates an empty one for items that weigh the same. */
    public WeighedLater(int capacity, long max, long each) {
      super(capacity, new Balance<>(max, item -> each, error -> {}), new RoomLine<>(Runnable::run));
      this.each = each;
    }

    @Override
    protected boolean isTooMuch(long added, long waiting, long max) {
      return added > max - weight.get();
    }

    @Override
    protected void added(int waiting) {
      weight.getAndAdd(each);
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

  /** Requests a pass first, and joins the line second: nobody may look at it any more. */
  public static final class LateJoin<T> extends RoomLine<T> {
    /** Creates an empty one. */
    public LateJoin() {
      super(Runnable::run);
    }

    @Override
    public void join(Waiter<T> waiter, Runnable requestPass) {
      requestPass.run();
      Reactions.spin();
      super.join(waiter, () -> {});
    }
  }

  /** Lets one withdraw until he is told that he was admitted. */
  public static final class LateWithdrawal extends RoomLine<Item> {
    /** Creates an empty one. */
    public LateWithdrawal() {
      super(
          answer -> {
            Reactions.spin();
            answer.run();
          });
    }

    @Override
    public boolean withdraw(Waiter<Item> waiter) {
      super.withdraw(waiter);
      return !waiter.isDone();
    }
  }

  /** Refuses those who wait when the stream ends, and nobody who joins after that. */
  public static final class RefusesOnce extends RoomLine<Item> {
    private final AtomicInteger times = new AtomicInteger();

    /** Creates an empty one. */
    public RefusesOnce() {
      super(Runnable::run);
    }

    @Override
    public int refuseAll(boolean cancelled) {
      return times.getAndIncrement() == 0 ? super.refuseAll(cancelled) : 0;
    }

    @Override
    public void join(Waiter<Item> waiter, Runnable requestPass) {
      if (!isEmpty()) {
        Reactions.giveWay(); // it has found no end
      }
      super.join(waiter, requestPass);
    }
  }
}
