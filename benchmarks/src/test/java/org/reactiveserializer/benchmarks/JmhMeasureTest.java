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

/** The way to a forked virtual machine and back. */
class JmhMeasureTest {
  private static final String IGNORE_LOCK = "jmh.ignoreLock";

  @BeforeAll
  static void doNotMindOtherBenchmarks() {
    System.setProperty(IGNORE_LOCK, "true"); // nobody looks at the figures here
  }

  @AfterAll
  static void mindThemAgain() {
    System.clearProperty(IGNORE_LOCK);
  }

  @Test
  void speedsComeBack() {
    Sample sample = new JmhMeasure(10_000, true, new ForeignLoad()).of(Contender.SERIALIZER, 2);
    assertNull(sample.fault());
    assertEquals(7, sample.speeds().size());
    assertTrue(sample.speeds().stream().allMatch(speed -> speed > 0), sample.toString());
  }

  @Test
  void biasedIsMeasuredWhereItCanBe() {
    Measure measure = new JmhMeasure(10_000, true, new ForeignLoad());
    if (isWhereItCanBe()) {
      assertEquals(7, measure.of(Contender.BIASED, 2).speeds().size());
    } else {
      assertThrows(NotMeasuredException.class, () -> measure.of(Contender.BIASED, 2));
    }
  }

  /** The measured machine has native access, this one need not: so it cannot be asked. */
  private static boolean isWhereItCanBe() {
    return Runtime.version().feature() >= 22
        && System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  @Test
  void faultsComeBack() {
    Measure measure = new JmhMeasure(5_000_000, true, new ForeignLoad());
    Sample sample = measure.of(Contender.UNSERIALIZED, 2);
    assertNotNull(sample.fault());
    assertTrue(sample.fault().endsWith("while another was being delivered"), sample.fault());
    assertTrue(sample.speeds().isEmpty());
  }

  @Test
  void whatKeepsJmhFromMeasuringIsNobodysFault() {
    Measure measure = new JmhMeasure(-1, true, new ForeignLoad());
    NotMeasuredException failed =
        assertThrows(
            NotMeasuredException.class, () -> measure.of(Contender.SERIALIZER, 1));
    assertTrue(failed.toString().contains(": serializer was not measured"), failed.toString());
  }
}
