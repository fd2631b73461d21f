package org.reactiveserializer.io.internal.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RunPauseTest {
  @Test
  void thePauseGrowsWithTheRunUpToABound() {
    assertEquals(0, RunPause.hints(0, 256));
    assertEquals(2, RunPause.hints(1, 256));
    assertEquals(254, RunPause.hints(127, 256));
    assertEquals(256, RunPause.hints(128, 256));
    assertEquals(256, RunPause.hints(Long.MAX_VALUE, 256));
  }

  @Test
  void withoutAnotherProcessorThereIsNone() {
    assertEquals(0, RunPause.hints(0, 0));
    assertEquals(0, RunPause.hints(1_000, 0));
  }
}
