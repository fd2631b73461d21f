package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
  /** Where an end waits, an error does so in one of them only. */
  private static final List<Bound> TWO = List.of(Bound.NONE, Bound.DROP_NEWEST);

  static Stream<Arguments> calls() {
    return Stream.of(Entry.values())
        .flatMap(
            entry ->
                Stream.of(Bound.values())
                    .filter(bound -> entry.bringsItem() || TWO.contains(bound))
                    .map(bound -> Arguments.of(entry, bound)));
  }

  static Stream<Arguments> callsToASubscriber() {
    return calls().filter(call -> call.get()[0] != Entry.NEXT_PATIENTLY);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("calls")
  void ofASink(Entry entry, Bound bound) {
    assertInOrder(entry, bound, true, () -> StackSubject.sink(bound));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("callsToASubscriber")
  void ofASubscriber(Entry entry, Bound bound) {
    assertInOrder(entry, bound, false, () -> StackSubject.wrapped(bound));
  }

  private static void assertInOrder(
      Entry entry, Bound bound, boolean demand, Supplier<StackSubject> subjects) {
    Trials trials = Trials.of(Situation.of(entry, demand, bound != Bound.NONE), subjects);
    assertEquals(0, trials.wrong(), trials::toString);
  }
}
