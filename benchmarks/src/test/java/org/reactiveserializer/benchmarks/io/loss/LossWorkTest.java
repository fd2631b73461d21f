package org.reactiveserializer.benchmarks.io.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.benchmarks.io.Tiny;

/** All receivers with a few datagrams, and receivers with faults. */
@Tag("thorough")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LossWorkTest {
  private final LossWork work = new LossWork();

  @Test
  void allContendersRun() {
    Tiny.runAll(work);
  }

  @ParameterizedTest
  @CsvSource({
    "Duplicating,delivered twice",
    "Tearing,torn",
    "Reordering,out of order",
    "Concealing,does not add up"
  })
  void aFaultIsNoticed(String type, String fault) throws ClassNotFoundException {
    String found = Tiny.faultOf(work, Class.forName(FaultyReceiver.class.getName() + "$" + type));
    assertTrue(found.contains(fault), found);
  }

  @Test
  void whatIsLostIsTheFigure() throws Exception {
    assertEquals(10, Tiny.figureOf(work, FaultyReceiver.Losing.class), 1e-9);
  }
}
