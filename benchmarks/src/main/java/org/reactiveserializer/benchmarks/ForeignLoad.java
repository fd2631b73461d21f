package org.reactiveserializer.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * How much of the machine others use: looked at before the first measurement and in the pauses,
 * when nothing of ours runs. Where others are busy, producers do not meet, nobody contends, and a
 * lock looks good.
 */
final class ForeignLoad {
  private static final int FIRST_LOOKS = 5;
  private static final long LOOK_MILLIS = 100;
  private static final double BUSY = 0.1;

  private final DoubleSupplier load;
  private double sum;
  private int looks;

  /** Looks at this machine. */
  ForeignLoad() {
    this(ForeignLoad::ofThisMachine);
  }

  /**
   * Looks at something else.
   *
   * @param load what share was used since it was asked last
   */
  ForeignLoad(DoubleSupplier load) {
    this.load = load;
  }

  private static double ofThisMachine() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getCpuLoad() - Math.max(0, system.getProcessCpuLoad());
  }

  /** Looks on for half a second, which is enough to tell a busy machine. */
  void lookFirst() {
    for (int i = 0; i < FIRST_LOOKS; i++) {
      look();
    }
  }

  /** Looks on for a moment. */
  void look() {
    double unused = load.getAsDouble(); // not wanted: the next one tells of the time since
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    sum += Math.max(0, load.getAsDouble()); // negative where it is not known
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
