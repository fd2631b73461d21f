package org.reactiveserializer.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * Measures how much of the machine other processes use, before the first measurement and between
 * measurements, while this process is idle. On a busy machine producers rarely run at the same
 * time, so there is little contention, and a lock looks good.
 */
public final class ForeignLoad {
  private static final int FIRST_LOOKS = 5;
  private static final long LOOK_MILLIS = 100;
  private static final double BUSY = 0.1;

  private final DoubleSupplier load;
  private double sum;
  private int looks;

  /** Measures this machine. */
  public ForeignLoad() {
    this(ForeignLoad::ofThisMachine);
  }

  /**
   * Measures another source of load.
   *
   * @param load returns the share of the processors that was used since its last call
   */
  public ForeignLoad(DoubleSupplier load) {
    this.load = load;
  }

  private static double ofThisMachine() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getCpuLoad() - Math.max(0, system.getProcessCpuLoad());
  }

  /** Measures for half a second, which is enough to detect a busy machine. */
  public void lookFirst() {
    for (int i = 0; i < FIRST_LOOKS; i++) {
      look();
    }
  }

  /** Measures for a tenth of a second. */
  public void look() {
    double previous = load.getAsDouble(); // not used: starts the interval of the next call
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    sum += Math.max(0, load.getAsDouble()); // negative if it is unknown
    looks++;
  }

  /** Returns the share of all processors that other processes used, from 0 to 1. */
  public double share() {
    return looks == 0 ? 0 : sum / looks;
  }

  /** Whether the load is too high to trust the figures. */
  public boolean isTooMuch() {
    return share() > BUSY;
  }

  @Override
  public String toString() {
    return "%.0f %% of the processors were busy with something else".formatted(100 * share());
  }
}
