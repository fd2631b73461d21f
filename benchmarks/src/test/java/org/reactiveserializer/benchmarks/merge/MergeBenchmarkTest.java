package org.reactiveserializer.benchmarks.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operator delivers all the items that are counted as its work. */
class MergeBenchmarkTest {

  @ParameterizedTest
  @EnumSource
  void mergesAll(Merger merger) {
    MergeBenchmark benchmark = new MergeBenchmark();
    benchmark.merger = label(merger);
    benchmark.open();
    try {
      assertEquals(102_400, benchmark.oneLongInner());
      assertEquals(1024, benchmark.manyShortInners());
      assertEquals(1, benchmark.oneShortInner());
      assertEquals(1_024_000, benchmark.fourThreads());
      assertEquals(1_024_000, benchmark.fourThreadsFarAhead());
    } finally {
      benchmark.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void mergesACrowd(Merger merger) {
    CrowdBenchmark.Idle idle = new CrowdBenchmark.Idle();
    idle.merger = label(merger);
    idle.idle = 10;
    idle.open();
    assertEquals(1000, new CrowdBenchmark().oneBusy(idle));
  }

  @ParameterizedTest
  @EnumSource
  void noticesAnAdditionalItem(Merger merger) {
    Tally last = Tally.unbounded();
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Sequence<Integer>[] sources = new Sequence[] {new Sequence<>(new Integer[] {1, 2})};
    merger.merge(new Sequence<>(sources), 1, 1, last);
    assertThrows(AssertionError.class, () -> last.check(1, 1));
    assertThrows(AssertionError.class, () -> last.arrived(1));
    assertEquals(2, last.check(2, 3));
  }

  private static String label(Merger merger) {
    return merger.name().toLowerCase(Locale.ROOT);
  }
}
