package org.reactiveserializer.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** How often {@link Attack} runs a sample. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AttackTest {
  private static final String SECONDS = "attack.seconds";

  @Test
  void aUsualBuildRunsOneRound() {
    TestExecutionSummary summary = run(Holds.class, "0");
    assertEquals(1, summary.getTestsSucceededCount());
    assertEquals(1, summary.getTestsStartedCount());
  }

  @Test
  void roundsFollowEachOtherUntilOneFails() {
    FailsAtThird.rounds = 0;
    TestExecutionSummary summary = run(FailsAtThird.class, "3600");
    assertEquals(2, summary.getTestsSucceededCount());
    assertEquals(1, summary.getTestsFailedCount());
    assertEquals(3, FailsAtThird.rounds);
  }

  private static TestExecutionSummary run(Class<?> sample, String seconds) {
    String before = System.setProperty(SECONDS, seconds);
    try {
      SummaryGeneratingListener summary = new SummaryGeneratingListener();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request().selectors(selectClass(sample)).build(),
              summary);
      return summary.getSummary();
    } finally {
      if (before == null) {
        System.clearProperty(SECONDS);
      } else {
        System.setProperty(SECONDS, before);
      }
    }
  }

  static class Holds {
    @Attack
    void holds() {}
  }

  static class FailsAtThird {
    static int rounds;

    @Attack
    void breaks() {
      if (++rounds == 3) {
        fail("at the third round");
      }
    }
  }
}
