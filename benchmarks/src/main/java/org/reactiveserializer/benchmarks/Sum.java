package org.reactiveserializer.benchmarks;

import java.util.stream.LongStream;

/**
 * The cheapest downstream that still notices missing items. For one producer, where the checks of
 * {@link Arrivals} cost more than the code under test.
 */
final class Sum implements Downstream {
  private final int round;
  private long count;
  private long sum;

  /** Creates one for items whose numbers run from zero to {@code round - 1}, and start again. */
  Sum(int round) {
    this.round = round;
  }

  @Override
  public void onNext(Integer item) {
    count++;
    sum += item;
  }

  @Override
  public Verdict judge(long... emitted) {
    long all = emitted[0];
    long ofRounds = all / round * LongStream.range(0, round).sum();
    long expected = ofRounds + LongStream.range(0, all % round).sum();
    // A wrong sum with the right count means that an item was replaced: reported as lost.
    long lost = count == all && sum != expected ? 1 : Math.max(0, all - count);
    return new Verdict(count, lost, Math.max(0, count - all), 0, 0);
  }
}
