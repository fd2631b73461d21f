package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.benchmarks.Comparison.Measure;
import org.reactiveserializer.benchmarks.JmhMeasure.NotMeasuredException;
import org.reactiveserializer.benchmarks.Series.Sample;

/** Measurements in a forked virtual machine, with their results and failures. */
class JmhMeasureTest {
  private static final String IGNORE_LOCK = "jmh.ignoreLock";

  @BeforeAll
  static void ignoreTheLockOfJmh() {
    System.setProperty(IGNORE_LOCK, "true"); // the figures are not used
  }

  @AfterAll
  static void respectTheLockOfJmh() {
    System.clearProperty(IGNORE_LOCK);
  }

  @Test
  void returnsSpeeds() {
    Sample sample = new JmhMeasure(10_000, 0, true, new ForeignLoad()).of(Contender.SERIALIZER, 2);
    assertNull(sample.fault());
    assertEquals(7, sample.speeds().size());
    assertTrue(sample.speeds().stream().allMatch(speed -> speed > 0), sample.toString());
  }

  @Test
  void measuresBiasedModeWhereAvailable() {
    Measure measure = new JmhMeasure(10_000, 0, true, new ForeignLoad());
    if (isBiasedModeAvailable()) {
      assertEquals(7, measure.of(Contender.BIASED, 2).speeds().size());
    } else {
      assertThrows(NotMeasuredException.class, () -> measure.of(Contender.BIASED, 2));
    }
  }

  /**
   * The forked virtual machine has native access. This one may not have it, so it cannot be asked.
   */
  private static boolean isBiasedModeAvailable() {
    return Runtime.version().feature() >= 22
        && System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  @Test
  void returnsFaults() {
    Measure measure = new JmhMeasure(5_000_000, 0, true, new ForeignLoad());
    Sample sample = measure.of(Contender.UNSERIALIZED, 2);
    assertNotNull(sample.fault());
    assertTrue(sample.fault().endsWith("while another was being delivered"), sample.fault());
    assertTrue(sample.speeds().isEmpty());
  }

  @Test
  void aFailureOfJmhIsNotAFaultOfTheContender() {
    Measure measure = new JmhMeasure(-1, 0, true, new ForeignLoad());
    NotMeasuredException failed =
        assertThrows(NotMeasuredException.class, () -> measure.of(Contender.SERIALIZER, 1));
    assertTrue(failed.toString().contains(": serializer was not measured"), failed.toString());
  }
}
