package org.reactiveserializer;

import org.reactiveserializer.internal.barrier.Barriers;

/**
 * The biased mode: a thread that is nearly always the only producer emits without atomic
 * instructions. It is on for a whole process: on HotSpot, Linux, x86-64, from JDK 22 on, if native access
 * is enabled. The system property {@code org.reactiveserializer.bias} turns it off, with the value {@code
 * off}. With the value {@code handshake} it needs no native access, on HotSpot from JDK 24 on, on x86-64 and
 * AArch64 and every operating system.
 *
 * <p>The first item of another thread then takes longer: a microsecond or a few; with handshakes some
 * 30, and as long as a safepoint if more threads are ready to run than there are
 * processors. The whole process spends at most half a percent of its time on handshakes.
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
