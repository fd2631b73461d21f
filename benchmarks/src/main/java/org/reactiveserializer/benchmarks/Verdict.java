package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of the verification of a contender.
 *
 * @param arrived how many items arrived
 * @param lost how many never arrived
 * @param duplicated how many arrived a second time
 * @param reordered how many arrived after a younger item of the same producer
 * @param overlaps how often an item arrived while another one was being delivered
 * @param torn how many arrived with a content that nobody sent
 */
public record Verdict(
    long arrived, long lost, long duplicated, long reordered, long overlaps, long torn) {

  /** A verdict on items that cannot be torn. */
  public Verdict(long arrived, long lost, long duplicated, long reordered, long overlaps) {
    this(arrived, lost, duplicated, reordered, overlaps, 0);
  }

  /** Whether every item arrived once, in the order of its producer, and one at a time. */
  public boolean isClean() {
    return lost == 0 && duplicated == 0 && reordered == 0 && overlaps == 0 && torn == 0;
  }

  /** Throws if the contender failed. */
  public void enforce() {
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
    add(faults, torn, "torn");
    String summary =
        faults.isEmpty() ? "each once, in order and one at a time" : String.join(", ", faults);
    return arrived + " items arrived: " + summary;
  }

  private static void add(List<String> faults, long count, String fault) {
    if (count > 0) {
      faults.add(count + " " + fault);
    }
  }
}
