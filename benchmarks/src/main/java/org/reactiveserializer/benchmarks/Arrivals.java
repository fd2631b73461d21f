package org.reactiveserializer.benchmarks;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * The downstream of every contender. Verifies each item when it arrives, which takes about a
 * nanosecond, and returns its verdict at the end.
 *
 * <p>An item in order costs one comparison with the next expected number of its producer. Only an
 * item out of order is recorded, so the verdict is exact: a number that was skipped is missing, and
 * its item either arrives later (reordered) or never (lost).
 *
 * <p>Overlapping calls are detected in two ways. {@code inside} is set on entry and cleared on exit
 * by opaque accesses. The compiler would merge plain accesses; ordered accesses would hide the
 * defect of a contender that publishes carelessly, and slow down one that does not. {@code count}
 * is plain: two threads that increment it at the same time lose an increment.
 *
 * <p>All fields that are written have cache lines of their own, see the superclasses.
 */
final class Arrivals extends ArrivalsFields implements Downstream {
  // In longs: two lines of 64 bytes, because processors fetch lines in pairs.
  private static final int LINES = 16;

  /**
   * Creates a downstream that has received nothing.
   *
   * @param round the number of items after which the numbers of a producer restart at zero, a power
   *     of two; {@link Items#MAX_ITEMS} if they do not restart
   */
  Arrivals(int round) {
    super(new long[LINES + Items.MAX_PRODUCERS + LINES], round - 1);
  }

  @Override
  public void onNext(Integer item) {
    if ((boolean) INSIDE.getOpaque(this)) {
      overlaps++;
    }
    INSIDE.setOpaque(this, true);
    int producer = LINES + Items.producer(item);
    long due = next[producer];
    if (Items.sequence(item) == (due & roundMask)) {
      next[producer] = due + 1;
    } else {
      irregular(item);
    }
    count++;
    INSIDE.setOpaque(this, false);
  }

  @Override
  public Verdict judge(long... emitted) {
    long distinct = 0;
    long lost = 0;
    for (int producer = 0; producer < emitted.length; producer++) {
      long own = next[LINES + producer] - missing[producer].cardinality();
      distinct += own;
      lost += emitted[producer] - own;
    }
    long arrived = distinct + duplicated;
    return new Verdict(arrived, lost, duplicated, reordered, overlaps + Math.abs(arrived - count));
  }

  /** Synchronized, because a contender that lets items overlap gets here, too. */
  private synchronized void irregular(int item) {
    int producer = Items.producer(item);
    int sequence = Items.sequence(item);
    long due = next[LINES + producer];
    // The shorter distance on the ring of numbers, negative for a number that was expected earlier.
    int ahead = (int) ((sequence - due) & roundMask);
    if (ahead <= roundMask >>> 1) {
      for (int i = 0; i < ahead; i++) {
        missing[producer].set((int) ((due + i) & roundMask));
      }
      next[LINES + producer] = due + ahead + 1;
    } else if (missing[producer].get(sequence)) {
      missing[producer].clear(sequence);
      reordered++;
    } else {
      duplicated++;
    }
  }

  private static final VarHandle INSIDE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "inside", VarHandle.class, ArrivalsFields.class, boolean.class);

  @SuppressWarnings("unused")
  long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

/** The padding in front. The {@code int} fills a gap that a field of a subclass could move into. */
abstract class ArrivalsFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The fields that are written, by one thread at a time if the contender is correct. */
abstract class ArrivalsFields extends ArrivalsFront {
  /** The next expected number of each producer, behind padding; not reduced modulo the round. */
  final long[] next;

  /** The numbers of each producer that were skipped and have not arrived since. */
  final BitSet[] missing;

  final long roundMask;

  @SuppressWarnings("unused") // accessed by the VarHandle
  boolean inside;

  long count;
  long duplicated;
  long reordered;
  long overlaps;

  ArrivalsFields(long[] next, long roundMask) {
    this.next = next;
    this.missing = Stream.generate(BitSet::new).limit(Items.MAX_PRODUCERS).toArray(BitSet[]::new);
    this.roundMask = roundMask;
  }
}
