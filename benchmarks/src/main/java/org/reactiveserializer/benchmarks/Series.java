package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was measured of one contender with one number of producers, over all virtual machines. */
final class Series {
  private final List<Double> speeds = new ArrayList<>();
  private int machines;
  private double bytesPerItem;
  private @Nullable String fault;

  /** Adds what one virtual machine came to. */
  void add(Sample sample) {
    speeds.addAll(sample.speeds());
    speeds.sort(null);
    machines++;
    bytesPerItem = Math.max(bytesPerItem, sample.bytesPerItem());
    if (fault == null) {
      fault = sample.fault();
    }
  }

  /** Whether there is something to time: batches, and nothing wrong with any of them. */
  boolean isTimed() {
    return fault == null && !speeds.isEmpty();
  }

  /** Returns what was wrong, or null. */
  @Nullable String fault() {
    return fault;
  }

  double median() {
    int size = speeds.size();
    return (speeds.get((size - 1) / 2) + speeds.get(size / 2)) / 2;
  }

  double slowest() {
    return speeds.get(0);
  }

  double fastest() {
    return speeds.get(speeds.size() - 1);
  }

  int batches() {
    return speeds.size();
  }

  /** Returns how many virtual machines the batches were measured in. */
  int machines() {
    return machines;
  }

  /**
   * Returns the share of all pairs of batches, one of each, in which this one was the faster: 1 if
   * it always was, and a half if there is nothing between them. A median alone does not tell.
   */
  double lead(Series other) {
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
   * What one virtual machine came to.
   *
   * @param speeds items per microsecond, for each batch
   * @param bytesPerItem garbage, the mean over all batches
   * @param fault what was wrong; then nothing was timed
   */
  record Sample(List<Double> speeds, double bytesPerItem, @Nullable String fault) {

    static Sample faulty(String fault) {
      return new Sample(List.of(), 0, fault);
    }
  }
}
