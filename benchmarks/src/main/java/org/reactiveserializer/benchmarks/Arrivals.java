package org.reactiveserializer.benchmarks;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * The downstream of every contender: looks at each item that arrives, at the price of a nanosecond
 * or so, and judges when all is over.
 *
 * <p>A regular item costs a comparison with the number due of its producer. Only an irregular one
 * is written down, so that the judgement is exact: an item whose number was passed over is missing,
 * and either comes later (reordered) or never (lost).
 *
 * <p>Overlap is looked for twice. {@code inside} is set on entering and cleared on leaving, by
 * opaque accesses: plain ones the compiler would join, ordered ones would help a contender that
 * publishes carelessly, and slow down one that does not. And {@code count} is plain: two threads
 * that count at the same time lose an increment.
 *
 * <p>All written fields lie on lines of their own, see the superclasses.
 */
final class Arrivals extends ArrivalsFields implements Downstream {
  private static final int LINES = 16; // in longs: two lines of 64 bytes, for they come in pairs

  /**
   * Creates a downstream that has got nothing.
   *
   * @param round after how many items a producer's numbers start again at zero, a power of two;
   *     {@link Items#MAX_ITEMS} if they do not
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
  public Verdict judge(long... pushed) {
    long distinct = 0;
    long lost = 0;
    for (int producer = 0; producer < pushed.length; producer++) {
      long own = next[LINES + producer] - missing[producer].cardinality();
      distinct += own;
      lost += pushed[producer] - own;
    }
    long arrived = distinct + duplicated;
    return new Verdict(arrived, lost, duplicated, reordered, overlaps + Math.abs(arrived - count));
  }

  /** Exclusive, since a contender that lets items overlap is one of those that come here. */
  private synchronized void irregular(int item) {
    int producer = Items.producer(item);
    int sequence = Items.sequence(item);
    long due = next[LINES + producer];
    // The distance on the ring of numbers, the shorter way round: negative for one that was due.
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

/** The bytes in front. The {@code int} fills the gap that a field behind could move into. */
abstract class ArrivalsFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** What is written, by one thread at a time: that is what is to be shown. */
abstract class ArrivalsFields extends ArrivalsFront {
  /** The number due of each producer, behind some bytes of padding; not reduced to the round. */
  final long[] next;

  /** The numbers of each producer that were passed over and did not come since. */
  final BitSet[] missing;

  final long roundMask;

  @SuppressWarnings("unused") // through the VarHandle
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
