package org.reactiveserializer.testing;

import java.time.Duration;
import java.util.Locale;

/**
 * How much is tried by the tests that could go on for ever: races, soaks, fuzz, kills. The system property
 * {@code tests.effort} chooses, without it {@link #QUICK}. A test that does more with more effort has the tag
 * {@code effort}; one that is too long for each build has the tag {@code thorough}.
 */
public enum Effort {
  /** What {@code mvn verify} does after each change. It detects the twins beside a test, not each mutant. */
  QUICK,

  /** What {@code mvn -Pthorough verify} does, in minutes. */
  THOROUGH,

  /** What {@code mvn -Pstress verify} does, in hours. */
  STRESS;

  private static final int SHARE = 5;

  /** Returns the effort that the property names. */
  public static Effort chosen() {
    String name = System.getProperty("tests.effort", "quick");
    for (Effort effort : values()) {
      if (effort.name().toLowerCase(Locale.ROOT).equals(name)) {
        return effort;
      }
    }
    throw new IllegalArgumentException(
        "-Dtests.effort=" + name + " is no effort: choose quick, thorough or stress");
  }

  /** Returns how many rounds a race has: all of them, or, with the quick effort, a fifth. */
  public static int rounds(int all) {
    return chosen() == QUICK ? Math.max(1, all / SHARE) : all;
  }

  /**
   * Returns how long a test goes on: that of the chosen effort, or what the system property {@code soak.duration}
   * says, in seconds or as in ISO-8601.
   */
  public static Duration duration(Duration quick, Duration thorough, Duration stress) {
    String text = System.getProperty("soak.duration", "");
    if (text.isEmpty()) {
      return switch (chosen()) {
        case QUICK -> quick;
        case THOROUGH -> thorough;
        case STRESS -> stress;
      };
    }
    return text.startsWith("P") ? Duration.parse(text) : Duration.ofSeconds(Long.parseLong(text));
  }
}
