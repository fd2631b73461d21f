package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * What the downstream has to say of a contender.
 *
 * @param arrived how many items it got
 * @param lost how many never came
 * @param duplicated how many came again
 * @param reordered how many came after a younger one of the same producer
 * @param overlaps how often an item came while another was being taken
 */
record Verdict(long arrived, long lost, long duplicated, long reordered, long overlaps) {

  /** Whether every item came once, in the order of its producer, and alone. */
  boolean isClean() {
    return lost == 0 && duplicated == 0 && reordered == 0 && overlaps == 0;
  }

  /** Throws if there is anything to be said against the contender. */
  void enforce() {
    if (!isClean()) {
      throw new FaultyDeliveryException(toString());
    }
  }

  @Override
  public String toString() {
    List<String> faults = new ArrayList<>();
    add(faults, lost, "lost");
    add(faults, duplicated, "delivered twice");
    add(faults, reordered, "out of order");
    add(faults, overlaps, "while another was being delivered");
    String summary = faults.isEmpty() ? "each once, in order and alone" : String.join(", ", faults);
    return arrived + " items arrived: " + summary;
  }

  private static void add(List<String> faults, long count, String fault) {
    if (count > 0) {
      faults.add(count + " " + fault);
    }
  }
}
