package org.reactiveserializer.internal.observed;

import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * The streams of one kind and one name, and the sums of their figures. A sum also has those that have
 * ended or were collected. Any thread may read; no thread waits for another one.
 */
public final class Group {
  private static final int FEW = 16;

  private final String kind;
  private final String name;
  private final ConcurrentLinkedQueue<Member> members = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untilForget = new AtomicInteger(FEW);
  private final LongAdder delivered = new LongAdder();
  private final LongAdder discarded = new LongAdder();
  private final LongAccumulator highWater = new LongAccumulator(Math::max, 0);
  private final Map<String, LongAdder> refused = new ConcurrentSkipListMap<>();
  private final RecentMax sessions = new RecentMax(System.nanoTime());

  Group(String kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  /** Returns what kind of streams these are. */
  public String kind() {
    return kind;
  }

  /** Returns the name that the user gave. */
  public String name() {
    return name;
  }

  /**
   * Adds a stream. Forgets those that were collected each time their number may have doubled, which takes
   * constant time on average.
   */
  Member add(Observable stream) {
    Member member = new Member(this, stream);
    members.add(member);
    if (untilForget.decrementAndGet() <= 0) {
      members.removeIf(known -> known.get() == null);
      untilForget.set(Math.max(FEW, members.size()));
    }
    return member;
  }

  /** Returns how many streams are kept, also those that were collected. For tests. */
  int kept() {
    return members.size();
  }

  void add(Figures before, Figures now) {
    delivered.add(now.delivered() - before.delivered());
    discarded.add(now.discarded() - before.discarded());
    highWater.accumulate(now.highWater());
    now.refused()
        .forEach(
            (reason, n) ->
                refused
                    .computeIfAbsent(reason, first -> new LongAdder())
                    .add(n - before.refused().getOrDefault(reason, 0L)));
  }

  private void fold() {
    members.forEach(Member::fold);
  }

  /** Returns how many items were delivered. */
  public long delivered() {
    fold();
    return delivered.sum();
  }

  /** Returns how many items were discarded. */
  public long discarded() {
    fold();
    return discarded.sum();
  }

  /** Returns how many items have waited at most in one of the streams. */
  public long highWater() {
    fold();
    return highWater.get();
  }

  /** Returns how many items were not accepted for this reason. */
  public long refused(String reason) {
    fold();
    LongAdder sum = refused.get(reason);
    return sum == null ? 0 : sum.sum();
  }

  /** Returns the reasons for which items are not accepted. */
  public Iterable<String> reasons() {
    fold();
    return refused.keySet();
  }

  /** Returns how many items wait, in all streams. */
  public long waiting() {
    return sum(member -> member.figures().waiting());
  }

  /** Returns how many streams there are that were not collected. */
  public long streams() {
    return sum(member -> member.get() == null ? 0 : 1);
  }

  private long sum(ToLongFunction<Member> figure) {
    return members.stream().mapToLong(figure).sum();
  }

  /**
   * Returns for how many nanoseconds the oldest item has been waiting, at least: as long as readings
   * have found it.
   */
  public long age(long now) {
    return members.stream().mapToLong(member -> member.age(now)).max().orElse(0);
  }

  /** A session is about to be over. */
  void sessionTook(long nanos, long now) {
    sessions.add(nanos, now);
  }

  /**
   * Returns how many nanoseconds the longest session has taken so far: of those that are under way, and
   * those that have ended in the last minute, or up to one minute before. Sessions are measured since somebody
   * observes.
   */
  public long longestSession(long now) {
    long underWay = members.stream().mapToLong(member -> member.session(now)).max().orElse(0);
    return Math.max(underWay, sessions.get(now)); // in this order: one that ends meanwhile is found
  }

  @Override
  public String toString() {
    return kind + '[' + name + ']';
  }
}
