package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.support.EndOfStack;

class DelayedErrorTest {

  private final List<Throwable> dropped = new ArrayList<>();
  private static final DelayedError.Composite SUPPRESSING = DelayedError::suppressing;

  private final Hooks<Object> hooks = new Hooks<>(null, dropped::add);
  private final DelayedError delayed = new DelayedError();

  @Test
  void severalErrorsBecomePartsOfANewOneEachOnce() {
    Exception first = new Exception("first");
    Exception second = new Bare();
    Exception third = new Exception("third", first);
    for (Exception error : List.of(first, second, first, third, second)) {
      delayed.add(error);
    }
    Throwable all = Objects.requireNonNull(delayed.take(hooks, SUPPRESSING));
    assertEquals("5 sources failed", all.getMessage());
    assertSame(first, all.getCause());
    assertEquals(List.of(second, third), List.of(all.getSuppressed()));
    for (Exception error : List.of(first, second, third)) {
      assertEquals(0, error.getSuppressed().length);
    }
    assertNull(delayed.take(hooks, SUPPRESSING));
    assertEquals(List.of(), dropped);
  }

  @Test
  void equalErrorsAreNotTheSame() {
    Exception first = new Alike();
    Exception second = new Alike();
    delayed.add(first);
    delayed.add(second);
    Throwable all = Objects.requireNonNull(delayed.take(hooks, SUPPRESSING));
    assertSame(first, all.getCause());
    assertSame(second, all.getSuppressed()[0]);
  }

  @Test
  void anErrorAddedTwiceIsReturnedItself() {
    Exception error = new Exception("twice");
    delayed.add(error);
    delayed.add(error);
    assertSame(error, delayed.take(hooks, SUPPRESSING));
  }

  /**
   * If the stack overflows in take, the errors stay, or all of them are returned. Repeated, since
   * the frames change when methods are compiled.
   */
  @RepeatedTest(20)
  void noneIsLostIfTheStackOverflows() {
    List<DelayedError> trials = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      DelayedError trial = new DelayedError();
      trial.add(new Exception("first"));
      trial.add(new Exception("second"));
      trials.add(trial);
    }
    severalErrorsBecomePartsOfANewOneEachOnce(); // so that nothing is linked for the first time
    // below
    for (DelayedError trial : EndOfStack.overflown(trials, one -> one.take(hooks, SUPPRESSING))) {
      Throwable all = Objects.requireNonNull(trial.take(hooks, SUPPRESSING));
      assertEquals("2 sources failed", all.getMessage());
      assertEquals("first", Objects.requireNonNull(all.getCause()).getMessage());
      assertEquals("second", all.getSuppressed()[0].getMessage());
    }
    assertEquals(List.of(), dropped);
  }

  @Test
  void errorsAddedAfterTheFirstWasTakenAreSeparate() {
    Exception first = new Exception("first");
    Exception second = new Exception("second");
    delayed.add(first);
    assertSame(first, delayed.take(hooks, SUPPRESSING));
    delayed.add(second);
    assertSame(second, delayed.take(hooks, SUPPRESSING));
    assertEquals(0, first.getSuppressed().length);
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
