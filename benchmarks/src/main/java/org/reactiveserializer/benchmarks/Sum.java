package org.reactiveserializer.benchmarks;

import java.util.stream.LongStream;

/**
 * The lightest downstream that still notices that something is missing: for one producer, where the
 * care of {@link Arrivals} costs more than what is measured.
 */
final class Sum implements Downstream {
  private final int round;
  private long count;
  private long sum;

  /** Creates one for items whose numbers go from zero up to {@code round}, and again. */
  Sum(int round) {
    this.round = round;
  }

  @Override
  public void onNext(Integer item) {
    count++;
    sum += item;
  }

  @Override
  public Verdict judge(long... pushed) {
    long all = pushed[0];
    long ofRounds = all / round * LongStream.range(0, round).sum();
    long expected = ofRounds + LongStream.range(0, all % round).sum();
    // What the sum cannot tell apart is called lost.
    long lost = count == all && sum != expected ? 1 : Math.max(0, all - count);
    return new Verdict(count, lost, Math.max(0, count - all), 0, 0);
  }
}
