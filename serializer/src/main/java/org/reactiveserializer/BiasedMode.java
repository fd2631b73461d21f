package org.reactiveserializer;

import org.reactiveserializer.internal.barrier.Barriers;

/**
 * The biased mode: a thread that is nearly always the only producer emits without atomic
 * instructions. It is on for a whole process, where the platform allows it: on HotSpot from JDK 24
 * on, and from JDK 22 on where native access is enabled on Linux, x86-64.
 *
 * <p>The first item of another thread then takes longer: a microsecond or a few with native access,
 * otherwise some 30, and as long as a safepoint if more threads are ready to run than there are
 * processors. The whole process spends at most half a percent of its time on that. The system property
 * {@code org.reactiveserializer.bias} turns the mode off, with the value {@code off}.
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
