package org.reactiveserializer.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much of the machine others use: looked at in the pauses, when nothing of ours runs. Where
 * others are busy, producers do not meet, nobody contends, and a lock looks good.
 */
final class ForeignLoad {
  private static final long LOOK_MILLIS = 100;
  private static final double BUSY = 0.1;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private double sum;
  private int looks;

  /** Looks on for a moment. */
  void look() {
    system.getCpuLoad(); // the next one tells of the time since this one
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    sum += Math.max(0, system.getCpuLoad()); // negative where it is not known
    looks++;
  }

  /** Returns the share of all processors that others used, from 0 to 1. */
  double share() {
    return looks == 0 ? 0 : sum / looks;
  }

  /** Whether that is too much for the figures to be trusted. */
  boolean isTooMuch() {
    return share() > BUSY;
  }

  @Override
  public String toString() {
    return "%.0f %% of the processors were busy with something else".formatted(100 * share());
  }
}
