package org.reactiveserializer.benchmarks.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both operators do the work that is measured, all of it. */
class FlowableMergeBenchmarkTest {

  @ParameterizedTest
  @ValueSource(strings = {"bridge", "rxjava"})
  void mergesAll(String merger) {
    FlowableMergeBenchmark benchmark = new FlowableMergeBenchmark();
    benchmark.merger = merger;
    assertEquals(102_400, benchmark.oneLongInner());
    assertEquals(102_400, benchmark.oneLongFuseableInner());
    assertEquals(1024, benchmark.manyShortInners());
    assertEquals(1024, benchmark.manyScalarInners());
  }
}
