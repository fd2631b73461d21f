package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Contest;
import org.reactiveserializer.support.Contest.Fed;
import org.reactiveserializer.support.Contest.Rivals;
import org.reactiveserializer.testing.Effort;

/**
 * Once a call that ends the stream has returned, no matter which result, no item that the same
 * thread emits afterwards is accepted.
 */
@Tag("effort")
class AnswerOrderTest {
  /**
   * Fewer if every exit makes a promise: then each round fences, or even stops, all threads of the
   * process.
   */
  private static final int ROUNDS =
      Effort.rounds(
          Integer.getInteger("org.reactiveserializer.bias.patience", 1) == 0 ? 1_000 : 10_000);

  enum Demand {
    UNBOUNDED(Long.MAX_VALUE),
    MUCH(1000),
    NONE(0);

    final long items;

    Demand(long items) {
      this.items = items;
    }
  }

  static Stream<Arguments> sinks() {
    return Stream.of(Demand.values())
        .flatMap(
            demand ->
                Stream.of(Rivals.values())
                    .flatMap(
                        rivals ->
                            Stream.of(false, true)
                                .map(bounded -> Arguments.of(demand, rivals, bounded))));
  }

  @ParameterizedTest(name = "demand {0}, rivals {1}, bounded: {2}")
  @MethodSource("sinks")
  void ofASink(Demand demand, Rivals rivals, boolean bounded) {
    assertNothingAccepted(rivals, () -> Fed.sink(settings(bounded), demand.items));
  }

  @ParameterizedTest(name = "rivals {0}, bounded")
  @EnumSource
  void ofASubscriber(Rivals rivals) {
    assertNothingAccepted(rivals, () -> Fed.subscriber(settings(true)));
  }

  @ParameterizedTest(name = "rivals {0}, unbounded")
  @EnumSource
  void ofAnUnboundedSubscriber(Rivals rivals) {
    assertNothingAccepted(rivals, () -> Fed.subscriber(settings(false)));
  }

  /** Twin: checks for an end, and delivers in a second step. */
  @ParameterizedTest
  @EnumSource
  void detectsTheBrokenTwin(Rivals rivals) {
    assertTrue(Contest.isTwinNoticed(rivals));
  }

  private static Serializer<Integer> settings(boolean bounded) {
    return bounded
        ? Serializer.withDefaults().bounded(8, Overflow.DROP_NEWEST)
        : Serializer.withDefaults();
  }

  private static void assertNothingAccepted(Rivals rivals, Supplier<Fed> subjects) {
    Contest contest = Contest.of(rivals, subjects, ROUNDS);
    assertEquals(0, contest.accepted(), contest::toString);
  }
}
