package org.reactiveserializer.benchmarks.io.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.benchmarks.io.Tiny;

/** All round trips for a moment, and round trips with faults. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RoundTripWorkTest {
  private final RoundTripWork work = new RoundTripWork();

  @Tag("thorough")
  @Test
  void allContendersRun() {
    Tiny.runAll(work);
  }

  @ParameterizedTest
  @CsvSource({"Mistaking,'sent 1, received 0'", "Tearing,torn"})
  void aFaultIsNoticed(String type, String fault) throws ClassNotFoundException {
    String found = Tiny.faultOf(work, Class.forName(FaultyTrips.class.getName() + "$" + type));
    assertTrue(found.contains(fault), found);
  }
}
