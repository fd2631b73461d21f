package org.reactiveserializer.netty;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes all channels of a stream may hold: messages in the making, and messages that the
 * subscriber has not got, or has not answered. Each channel has an account, see {@link Holding}. All
 * methods may be called by any thread.
 *
 * <p><b>What goes when.</b> At a half of messages nothing is read any more: the subscriber is too slow,
 * and will make room; but channels whose peers do not take their answers are closed, the largest first,
 * until that is enough. At seven eighths of everything, channels are closed until a quarter is free: nobody
 * else would make room. First goes the channel whose message is in the making for the longest time. So who
 * makes progress stays, and to look young costs a peer as many bytes as it holds.
 *
 * <p><b>The spared.</b> Otherwise a channel with less than a half of an equal part is never closed. All of these
 * together have less than a half of the budget. The memory of a closed channel is free only when its event
 * loop has come to that: until then others read on, up to one and a half times the budget. A channel that
 * is not spared and brings more is closed itself. So there are never more bytes than two budgets.
 */
final class Budget {
  private static final int EIGHTHS = 8;
  private static final int STOPS_READING = 4;
  private static final int READS_AGAIN = 3;
  private static final int CLOSES = 7;
  private static final int CLOSES_UNTIL = 6;

  private final long limit;
  private final Collection<? extends Holder> holders;
  private final LongAdder making = new LongAdder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder leaving =
      new LongAdder(); // a part of these: of channels that are given up
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger blocked = new AtomicInteger();
  private final AtomicBoolean isChoosing = new AtomicBoolean();

  /** A channel. */
  interface Holder {
    Holding holding();

    /** Closes it, in its thread, and discards what it holds. By any thread. */
    void giveUpLater();
  }

  private record Candidate(Holder holder, long bytes, long age) {}

  Budget(long limit, Collection<? extends Holder> holders) {
    this.limit = limit;
    this.holders = holders;
  }

  long limit() {
    return limit;
  }

  /** Returns how many bytes the channels hold. */
  long used() {
    return making.sum() + messages.sum();
  }

  void addMaking(long bytes) {
    making.add(bytes);
  }

  /** Counts messages. If there is room again, those that wait for it read. */
  void addMessages(long bytes) {
    messages.add(bytes);
    if (bytes < 0) {
      wake();
    }
  }

  void addLeaving(long bytes) {
    leaving.add(bytes);
  }

  /** One more channel, or one less, has a peer that does not take its answers. */
  void addBlocked(int channels) {
    blocked.addAndGet(channels);
    giveUpBlocked();
  }

  /**
   * Returns whether a channel may read now.
   *
   * @param later is run, by any thread, when it may; unless it may now
   */
  boolean mayRead(Runnable later) {
    if (messages.sum() < part(STOPS_READING)) {
      return true;
    }
    waiting.add(later);
    wake(); // there may be room by now, and who made it may not have seen this
    giveUpBlocked();
    return false;
  }

  private void wake() {
    if (!waiting.isEmpty() && messages.sum() < part(READS_AGAIN)) {
      for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
        next.run();
      }
    }
  }

  /** Returns whether a channel may keep so many bytes more. */
  boolean admits(Holding holding, long bytes) {
    long used = used() + bytes;
    if (used - leaving.sum() > part(CLOSES)) {
      giveUpOldest();
    }
    return used - limit <= limit / 2 || isSpared(holding.bytes() + bytes);
  }

  private boolean isSpared(long bytes) {
    return bytes <= limit / 2 / Math.max(1, holders.size());
  }

  private void giveUpOldest() {
    giveUp(used() - leaving.sum() - part(CLOSES_UNTIL), false);
  }

  /** Channels whose peers do not take their answers hold messages for which the subscriber makes no room. */
  private void giveUpBlocked() {
    long messagesThatStay = messages.sum() - leaving.sum();
    if (blocked.get() > 0 && messagesThatStay >= part(STOPS_READING)) {
      giveUp(messagesThatStay - part(READS_AGAIN), true);
    }
  }

  private void giveUp(long bytes, boolean isOfBlocked) {
    if (!isChoosing.compareAndSet(false, true)) {
      return;
    }
    try {
      long excess = bytes;
      for (Candidate next : candidates(isOfBlocked)) {
        if (excess <= 0) {
          return;
        }
        excess -= next.bytes();
        next.holder().holding().giveUp(next.bytes());
        next.holder().giveUpLater();
      }
    } finally {
      isChoosing.set(false);
    }
  }

  /** Who has more than it is spared for, the oldest first; of those that wait for credit, the largest. */
  private List<Candidate> candidates(boolean isOfBlocked) {
    long now = System.nanoTime();
    List<Candidate> all = new ArrayList<>();
    for (Holder holder : holders) {
      Holding holding = holder.holding();
      long bytes = isOfBlocked ? holding.bytes() : holding.releasable();
      boolean isChosen = isOfBlocked ? holding.isBlocked() : !isSpared(holding.bytes());
      if (bytes > 0 && isChosen && !holding.isGivenUp()) {
        all.add(new Candidate(holder, bytes, isOfBlocked ? 0 : holding.age(now)));
      }
    }
    all.sort(
        Comparator.comparingLong(Candidate::age).thenComparingLong(Candidate::bytes).reversed());
    return all;
  }

  private long part(int eighths) {
    return limit / EIGHTHS * eighths;
  }
}
