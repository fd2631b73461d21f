package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreshPagesTest {
  private static final int PAGE = 4096;
  private static final int TERM = 1 << 16;

  @Test
  void theFirstMessageInAPage() {
    FreshPages pages = new FreshPages(0, TERM);
    assertTrue(pages.areIn(32));
    assertFalse(pages.areIn(PAGE));
    assertTrue(pages.areIn(PAGE + 32));
    assertFalse(pages.areIn(PAGE + 64));
    assertTrue(pages.areIn(9 * PAGE), "a message of several pages");
    assertTrue(pages.areIn(9 * PAGE + 32));
  }

  /** A message of some pages, or of a part of one, that ends in each place of the last page. */
  @ParameterizedTest
  @ValueSource(ints = {32, 96, PAGE - 32, PAGE, PAGE + 32, 3 * PAGE})
  void eachPageIsToldUntilEachWasWritten(int length) {
    long begin = 5 * PAGE + 64;
    FreshPages pages = new FreshPages(begin, TERM);
    long written = begin; // where the first page ends that was not told yet
    for (long end = begin + length; end - length < begin + 3 * TERM; end += length) {
      if (pages.areIn(end)) {
        written = (end + PAGE - 1) / PAGE * PAGE;
      }
      assertTrue(end <= written, end + " is behind " + written);
    }
    long far = begin + 4 * TERM;
    pages.areIn(far);
    assertFalse(pages.areIn(far + PAGE));
  }
}
