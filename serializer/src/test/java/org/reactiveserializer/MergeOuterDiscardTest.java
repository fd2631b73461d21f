package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** For each outer item, either its inner source is subscribed to, or the hook is called; once. */
class MergeOuterDiscardTest {
  private static final int ITEMS = 4;

  private final Throwable error = new Exception("of a source");
  private final List<Integer> subscribed = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> released = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Tap<Integer> outer = Tap.named("outer");
  private final Tap<Integer> first = Tap.named("first");
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private Function<Integer, Publisher<Integer>> mapper = this::inner;
  private Consumer<Integer> hook = released::add;

  /** Subscribes to a merge with one inner source that has not ended, and requests everything. */
  private MergeOuterDiscardTest merging(ErrorMode mode) {
    Merge.<Integer>withDefaults()
        .concurrency(9)
        .errors(mode)
        .onErrorDropped(dropped::add)
        .<Integer, Integer>flatMap(
            outer, item -> item == 0 ? first : mapper.apply(item), item -> hook.accept(item))
        .subscribe(downstream);
    downstream.subscription().request(Long.MAX_VALUE);
    outer.next(0);
    return this;
  }

  private Publisher<Integer> inner(Integer item) {
    return subscriber -> {
      subscribed.add(item);
      subscriber.onSubscribe(new RecordingSubscription());
    };
  }

  static List<Named<Consumer<MergeOuterDiscardTest>>> ends() {
    return List.of(
        Named.of("cancellation", test -> test.downstream.subscription().cancel()),
        Named.of("error of an inner", test -> test.first.fail(test.error)),
        Named.of("error of the outer source", test -> test.outer.fail(test.error)),
        Named.of("completion of the outer source", test -> test.outer.complete()),
        Named.of("request that breaks a rule", test -> test.downstream.subscription().request(0)),
        Named.of("downstream that throws", MergeOuterDiscardTest::makeTheDownstreamThrow));
  }

  private void makeTheDownstreamThrow() {
    RuntimeException thrown = new IllegalStateException("thrown by the downstream");
    downstream.onNext(
        item -> {
          throw thrown;
        });
    try {
      first.next(1);
    } catch (IllegalStateException expected) {
      assertSame(thrown, expected);
    }
  }

  private void nextIgnoringTheDownstreamsException(int item) {
    try {
      outer.next(item);
    } catch (IllegalStateException byTheDownstream) {
      // this thread happened to be the owner
    }
  }

  @ParameterizedTest
  @MethodSource("ends")
  void afterTheEnd(Consumer<MergeOuterDiscardTest> end) {
    merging(ErrorMode.IMMEDIATE);
    outer.next(1);
    end.accept(this);
    outer.next(2, 3);
    assertEquals(List.of(1), subscribed);
    assertEquals(List.of(2, 3), released);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void whileTheMapperRuns(Consumer<MergeOuterDiscardTest> end) {
    mapper =
        item -> {
          end.accept(this);
          return inner(item);
        };
    merging(ErrorMode.IMMEDIATE);
    outer.next(1, 2);
    assertEquals(
        List.of(1, 2), Stream.concat(subscribed.stream(), released.stream()).sorted().toList());
    assertTrue(released.contains(2));
  }

  @ParameterizedTest
  @EnumSource
  void whenTheMapperThrows(ErrorMode mode) {
    mapper =
        item -> {
          throw new IllegalStateException("thrown by the mapper");
        };
    merging(mode);
    outer.next(1, 2);
    assertEquals(List.of(1, 2), released);
    assertEquals(List.of(), dropped);
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void whenTheMapperReturnsNull(ErrorMode mode) {
    mapper = item -> null;
    merging(mode);
    outer.next(1);
    assertEquals(List.of(1), released);
  }

  @Test
  void anExceptionOfTheHookIsDropped() {
    RuntimeException thrown = new IllegalStateException("thrown by the hook");
    hook =
        item -> {
          throw thrown;
        };
    merging(ErrorMode.IMMEDIATE);
    downstream.subscription().cancel();
    outer.next(1);
    assertEquals(List.of(thrown), dropped);
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullHookIsRefused() {
    Consumer<Integer> none = null;
    Merge<Integer> merge = Merge.withDefaults().concurrency(1);
    assertThrows(NullPointerException.class, () -> merge.flatMap(outer, this::inner, none));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void oneOfTheTwoInEveryRace(Consumer<MergeOuterDiscardTest> end) {
    for (int i = 0; i < 1_000; i++) {
      MergeOuterDiscardTest round = new MergeOuterDiscardTest();
      round.mapper =
          item -> {
            Race.linger();
            return round.inner(item);
          };
      round.merging(ErrorMode.IMMEDIATE);
      Race.run(
          i,
          () -> end.accept(round),
          () -> {
            for (int item = 1; item <= ITEMS; item++) {
              round.nextIgnoringTheDownstreamsException(item);
            }
          });
      assertEquals(
          IntStream.rangeClosed(1, ITEMS).boxed().toList(),
          Stream.concat(round.subscribed.stream(), round.released.stream()).sorted().toList(),
          "round " + i);
    }
  }
}
