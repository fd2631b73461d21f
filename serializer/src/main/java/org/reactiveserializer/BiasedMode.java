package org.reactiveserializer;

import org.reactiveserializer.internal.barrier.Barriers;

/**
 * The biased mode: a thread that is nearly always the only producer emits without atomic
 * instructions. It is on for a whole process: on HotSpot, Linux, x86-64, from JDK 22 on, if native access
 * is enabled. The system property {@code org.reactiveserializer.bias} turns it off, with the value {@code
 * off}.
 *
 * <p>The first item of another thread then takes longer: a microsecond or a few.
 */
public final class BiasedMode {
  private BiasedMode() {}

  /**
   * Returns whether the biased mode is on in this process. The result is for people and logs; its
   * words may change.
   *
   * @return {@code "on: "} and the means, or {@code "off: "} and the reason
   */
  public static String status() {
    return Barriers.status();
  }
}
