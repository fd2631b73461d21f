package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.depth.Situation;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.StackSubject;
import org.reactiveserializer.support.depth.StackSubject.Bound;
import org.reactiveserializer.support.depth.Trials;

/**
 * The stack ends somewhere in a call. Whatever the call has published by then, the next call of anybody
 * acts on.
 */
class StackEndTest {
  static Stream<Arguments> calls() {
    return Stream.of(Bound.values())
        .flatMap(
            bound -> Stream.of(Entry.values()).map(entry -> Arguments.of(entry, bound)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("calls")
  void ofASink(Entry entry, Bound bound) {
    assertInOrder(entry, bound, true, () -> StackSubject.sink(bound));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("calls")
  void ofASubscriber(Entry entry, Bound bound) {
    if (entry != Entry.NEXT_PATIENTLY) {
      assertInOrder(entry, bound, false, () -> StackSubject.wrapped(bound));
    }
  }

  private static void assertInOrder(
      Entry entry, Bound bound, boolean demand, Supplier<StackSubject> subjects) {
    Trials trials = Trials.of(Situation.of(entry, demand, bound != Bound.NONE), subjects);
    assertEquals(0, trials.wrong(), trials::toString);
  }
}
