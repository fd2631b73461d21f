package org.reactiveserializer.io.ring;

import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Corpus;

/** The corpus of the {@link RingFuzzer}. {@link FuzzTest} has the twins. */
class RingFuzzerTest {
  @Test
  void nothingIsWrongWithTheCorpus() {
    Corpus.of(RingFuzzer.class).check(RingFuzzer::fuzzerTestOneInput);
  }
}
