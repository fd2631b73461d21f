package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;

class DelayedErrorsTest {
  private static final DelayedErrors.Composite SUPPRESSING = DelayedErrors::suppressing;

  private final DelayedErrors delayed = new DelayedErrors();

  @Test
  void severalErrorsBecomePartsOfANewOneEachOnce() {
    Exception first = new Exception("first");
    Exception second = new Bare();
    Exception third = new Exception("third", first);
    for (Exception error : List.of(first, second, first, third, second)) {
      delayed.add(error);
    }
    Throwable all = Objects.requireNonNull(delayed.take(SUPPRESSING));
    assertEquals("5 sources failed", all.getMessage());
    assertSame(first, all.getCause());
    assertEquals(List.of(second, third), List.of(all.getSuppressed()));
    for (Exception error : List.of(first, second, third)) {
      assertEquals(0, error.getSuppressed().length);
    }
    assertNull(delayed.take(SUPPRESSING));
  }

  @Test
  void equalErrorsAreNotTheSame() {
    Exception first = new Alike();
    Exception second = new Alike();
    delayed.add(first);
    delayed.add(second);
    Throwable all = Objects.requireNonNull(delayed.take(SUPPRESSING));
    assertSame(first, all.getCause());
    assertSame(second, all.getSuppressed()[0]);
  }

  @Test
  void anErrorAddedTwiceIsReturnedItself() {
    Exception error = new Exception("twice");
    delayed.add(error);
    delayed.add(error);
    assertSame(error, delayed.take(SUPPRESSING));
  }

  @Test
  void errorsAddedAfterTheFirstWasTakenAreSeparate() {
    Exception first = new Exception("first");
    Exception second = new Exception("second");
    delayed.add(first);
    assertSame(first, delayed.take(SUPPRESSING));
    delayed.add(second);
    assertSame(second, delayed.take(SUPPRESSING));
    assertEquals(0, first.getSuppressed().length);
  }

  /** As if there was no heap to make one error of several. The outer source is the last to end. */
  @Test
  void aMergeWhoseErrorsCannotBeCombinedEnds() {
    Tap<Tap<Integer>> outer = Tap.named("outer");
    Tap<Integer> one = Tap.named("one");
    Tap<Integer> other = Tap.named("other");
    Merge<Integer> settings = Merge.<Integer>withDefaults().errors(ErrorMode.DELAYED);
    Merger<?, Integer> merger =
        start(Objects.requireNonNull(Bridges.plan(settings.flatMap(outer, source -> source))));
    outer.next(one, other);
    one.fail(new Exception("first"));
    other.fail(new Exception("second"));
    assertThrows(OutOfMemoryError.class, outer::complete);
    assertTrue(merger.wasCancelled());
  }

  private static <S> Merger<S, Integer> start(MergeSettings.Plan<S, Integer> plan) {
    Merger<S, Integer> merger =
        new Merger<>(plan, new RecordingSubscriber<>()) {
          @Override
          public Throwable composite(int failed, Throwable[] errors) {
            throw new OutOfMemoryError("composite");
          }
        };
    plan.start(merger);
    return merger;
  }

  private static final class Alike extends Exception {
    private static final long serialVersionUID = 1;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Alike;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static final class Bare extends Exception {
    private static final long serialVersionUID = 1;

    Bare() {
      super("without suppression", null, false, false);
    }
  }
}
