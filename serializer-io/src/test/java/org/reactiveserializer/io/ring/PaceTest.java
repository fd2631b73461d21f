package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void thePauseGrowsUpToABoundWhileLittleIsGained() {
    int[] expected = {1, 3, 7, 15, 15};
    for (int hints : expected) {
      pace.gained(8);
      assertEquals(hints, pace.hints());
    }
  }

  @Test
  void itShrinksWhenMuchIsGained() {
    for (int i = 0; i < 4; i++) {
      pace.gained(0);
    }
    int[] expected = {7, 3, 1, 0, 0};
    for (int hints : expected) {
      pace.gained(2_000);
      assertEquals(hints, pace.hints());
    }
  }

  @Test
  void itStaysBetween() {
    pace.gained(0);
    pace.gained(500);
    assertEquals(1, pace.hints());
  }

  @Test
  void whoFindsNothingDoesNotPause() {
    pace.gained(0);
    pace.startAnew();
    assertEquals(0, pace.hints());
  }

  @Test
  void fromTimeToTimeItStartsAnew() {
    int anew = 0;
    for (int i = 0; i < 1_000; i++) {
      pace.gained(72);
      anew += pace.hints() == 0 ? 1 : 0;
    }
    assertEquals(3, anew);
  }
}
