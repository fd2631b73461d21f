package org.reactiveserializer.observability.meters;

import java.lang.ref.Reference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.NamedStream.Figures;
import org.reactiveserializer.internal.events.Registration;

/**
 * The streams of one kind and one name, and the sums of their figures. A sum also has those that have
 * ended or were collected: whenever somebody reads, the group adds what each stream has counted since the
 * last time. So what a stream counted until it was collected is kept until it was read, if the stream has ended.
 * Any thread may read.
 */
final class StreamGroup {
  private static final int FEW = 16;
  private static final Figures NONE = new Figures(0, 0, 0, 0, Map.of());

  final String kind;
  final String name;

  // What the sums have of each stream.
  private final Map<Registration, Figures> counted = new ConcurrentHashMap<>();
  private final AtomicInteger untilForget = new AtomicInteger(FEW);
  private final LongAdder delivered = new LongAdder();
  private final LongAdder discarded = new LongAdder();
  private final LongAccumulator highWater = new LongAccumulator(Math::max, 0);
  private final Map<String, LongAdder> refused = new ConcurrentSkipListMap<>();

  StreamGroup(String kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  /**
   * Adds a stream, if it is not there, and was not collected. Forgets those that were collected each time their
   * number may have doubled, so that they are few although nobody reads.
   */
  void add(Registration stream) {
    NamedStream alive = stream.get();
    try {
      if (alive != null && counted.putIfAbsent(stream, NONE) == null) {
        count(stream);
      }
    } finally {
      Reference.reachabilityFence(alive); // or it could be there, be removed, and be added again
    }
    if (untilForget.decrementAndGet() <= 0) {
      count();
      untilForget.set(Math.max(FEW, counted.size()));
    }
  }

  private void count() {
    counted.keySet().forEach(this::count);
  }

  /** Adds to the sums what a stream has counted since this was called last. */
  private void count(Registration stream) {
    boolean isGone = stream.get() == null; // first: if so, what follows are its last figures
    Figures before;
    Figures now;
    do {
      before = counted.get(stream); // first: whoever replaces it has read later figures than these
      now = stream.figures();
    } while (before != null && now != null && !counted.replace(stream, before, now));
    if (before != null && now != null) {
      add(before, now);
    }
    if (isGone) {
      counted.remove(stream);
    }
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

  long delivered() {
    count();
    return delivered.sum();
  }

  long discarded() {
    count();
    return discarded.sum();
  }

  /** Returns how many items have waited at most in one of the streams. */
  long highWater() {
    count();
    return highWater.get();
  }

  long refused(String reason) {
    count();
    LongAdder sum = refused.get(reason);
    return sum == null ? 0 : sum.sum();
  }

  /** Returns the reasons for which items are not accepted. */
  Iterable<String> reasons() {
    return refused.keySet();
  }

  /** Returns how many items wait, in all streams. */
  long waiting() {
    return sum(stream -> waiting(stream.figures()));
  }

  private static long waiting(@Nullable Figures figures) {
    return figures == null ? 0 : figures.waiting();
  }

  /** Returns how many streams there are that were not collected. */
  long streams() {
    return sum(stream -> stream.get() == null ? 0 : 1);
  }

  private long sum(ToLongFunction<Registration> figure) {
    return counted.keySet().stream().mapToLong(figure).sum();
  }

  /** Returns how many streams are kept, also those that were collected. For tests. */
  int kept() {
    return counted.size();
  }
}
