package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of one contender in one work: items per microsecond of each batch with one number of
 * producers, or figures in another unit, from all virtual machines.
 */
public final class Series {
  private final List<Double> speeds = new ArrayList<>();
  private int machines;
  private double bytesPerItem;
  private @Nullable String fault;

  /** Adds the results of one virtual machine. */
  public void add(Sample sample) {
    speeds.addAll(sample.speeds());
    speeds.sort(null);
    machines++;
    bytesPerItem = Math.max(bytesPerItem, sample.bytesPerItem());
    if (fault == null) {
      fault = sample.fault();
    }
  }

  /** Whether there are batches and none of them is faulty. */
  public boolean isTimed() {
    return fault == null && !speeds.isEmpty();
  }

  /** Returns the first fault, or null. */
  public @Nullable String fault() {
    return fault;
  }

  public double median() {
    int size = speeds.size();
    return (speeds.get((size - 1) / 2) + speeds.get(size / 2)) / 2;
  }

  public double smallest() {
    return speeds.get(0);
  }

  public double largest() {
    return speeds.get(speeds.size() - 1);
  }

  /** Returns the number of virtual machines. */
  int machines() {
    return machines;
  }

  /**
   * Returns the share of all pairs of batches, one of each series, in which the batch of this
   * series is faster: 1 if it always is, 0.5 if the two series do not differ. Complements the
   * medians, which do not show the spread.
   */
  public double lead(Series other) {
    double won = 0;
    for (double own : speeds) {
      for (double its : other.speeds) {
        won += own > its ? 1 : own == its ? 0.5 : 0;
      }
    }
    return won / ((double) speeds.size() * other.speeds.size());
  }

  double bytesPerItem() {
    return bytesPerItem;
  }

  /**
   * The results of one virtual machine.
   *
   * @param speeds items per microsecond, for each batch; or figures in the unit of the work
   * @param bytesPerItem allocated bytes, the mean over all batches
   * @param fault the fault, or null; with a fault nothing is timed
   */
  public record Sample(List<Double> speeds, double bytesPerItem, @Nullable String fault) {

    public static Sample faulty(String fault) {
      return new Sample(List.of(), 0, fault);
    }
  }
}
