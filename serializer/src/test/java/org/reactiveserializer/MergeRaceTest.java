package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.Tap;

/**
 * In every race each item and each error has exactly one outcome, and the stream ends at most once.
 */
class MergeRaceTest {
  private static final int ROUNDS = 256;
  private static final int PREFETCH = 4;

  @ParameterizedTest
  @EnumSource
  void aCancellationWithDemandAndItems(ErrorMode mode) {
    play(
        mode,
        round ->
            round.race(
                round::cancel,
                round.requesting(Long.MAX_VALUE),
                round.pushing(round.scene.a, 1, 2, 3, 4),
                round.pushing(round.scene.b, 11, 12, 13, 14)));
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithItemsBehindItemsThatWait(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.push(round.scene.a, 1, 2);
          round.push(round.scene.b, 11, 12);
          round.race(
              round::cancel,
              round.pushing(round.scene.a, 3, 4),
              round.pushing(round.scene.b, 13, 14));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithTheLastCompletion(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.fill();
          round.scene.outer.complete();
          round.scene.b.complete();
          round.race(round::cancel, round.scene.a::complete);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithAnError(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.fill();
          round.race(round::cancel, round.failing(round.scene.a));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithMoreItemsThanWereRequested(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.push(round.scene.a, 1, 2, 3);
          round.race(round::cancel, round.pushing(round.scene.a, 4, 5, 6));
        });
  }

  @ParameterizedTest
  @EnumSource
  void demandWithMoreItemsThanWereRequested(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.push(round.scene.a, 1, 2, 3);
          round.race(round.requesting(2), round.pushing(round.scene.a, 4, 5, 6));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithDemandForItemsThatWait(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.fill();
          round.race(round::cancel, round.requesting(Long.MAX_VALUE));
        });
  }

  @ParameterizedTest
  @EnumSource
  void anErrorWithDemandAndItems(ErrorMode mode) {
    play(
        mode,
        round -> {
          round.push(round.scene.a, 1, 2);
          round.push(round.scene.b, 11, 12);
          round.race(
              round.failing(round.scene.b),
              round.requesting(3),
              round.pushing(round.scene.a, 3, 4));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationWithDemandAndASourceThatBegins(ErrorMode mode) {
    play(
        mode,
        round -> {
          Tap<Integer> c = round.scene.c;
          round.race(
              round::cancel,
              round.requesting(Long.MAX_VALUE),
              () -> {
                round.scene.outer.next(c);
                if (c.isSubscribed()) {
                  round.push(c, 21, 22, 23, 24);
                }
              });
        });
  }

  @ParameterizedTest
  @EnumSource
  void anErrorIsNotLostToTheLastCompletion(ErrorMode mode) {
    for (int i = 0; i < 4 * ROUNDS; i++) {
      Throwable error = new Exception("of b");
      MergeScene scene = MergeScene.merged(mode);
      scene.outer.complete();
      Race.run(i, scene.a::complete, () -> scene.b.fail(error));
      assertEquals(List.of(error), scene.delivered(), "round " + i);
      assertEquals(List.of(), scene.dropped, "round " + i);
    }
  }

  private static void play(ErrorMode mode, Consumer<Round> script) {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(i, mode);
      script.accept(round);
      round.end();
    }
  }

  /** A merge that starts without demand, with sources that ignore their cancellation. */
  private static final class Round {
    private final int number;
    private final MergeScene scene = MergeScene.bare();
    private final List<Integer> sent = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private boolean cancelled;

    /** Everything that the merge calls takes a moment, so that other threads can act in between. */
    Round(int number, ErrorMode mode) {
      this.number = number;
      scene.subscribe(
          Integer.MAX_VALUE,
          merge -> merge.prefetch(PREFETCH).errors(mode).onDiscard(this::discard));
      scene.outer.next(scene.a, scene.b);
      scene.downstream.onNext(item -> Race.linger());
      scene.outer.subscription().onCancel(Race::linger);
    }

    private void discard(Integer item) {
      scene.discarded.add(item);
      Race.linger();
    }

    void race(Runnable... actions) {
      Race.run(number, actions);
    }

    void cancel() {
      cancelled = true;
      scene.subscription().cancel();
    }

    Runnable requesting(long n) {
      return () -> scene.request(n);
    }

    /** Emits as many items from each source as may wait. */
    void fill() {
      push(scene.a, 1, 2, 3, 4);
      push(scene.b, 11, 12, 13, 14);
    }

    void push(Tap<Integer> tap, Integer... items) {
      pushing(tap, items).run();
    }

    Runnable pushing(Tap<Integer> tap, Integer... items) {
      sent.addAll(Arrays.asList(items));
      return () -> tap.next(items);
    }

    Runnable failing(Tap<Integer> tap) {
      Throwable failure = new Exception("of " + tap);
      failures.add(failure);
      return () -> tap.fail(failure);
    }

    /** Cancels unless the round did so, and checks the outcomes of all items and errors. */
    void end() {
      if (!cancelled) {
        cancel();
      }
      String name = "round " + number;
      List<Object> signals = scene.delivered();
      List<Integer> items =
          signals.stream().takeWhile(Integer.class::isInstance).map(Integer.class::cast).toList();
      List<Object> end = signals.subList(items.size(), signals.size());
      assertTrue(end.size() <= 1, name + ": " + signals);
      assertFalse(scene.downstream.overlapped(), name);
      assertEquals(
          sent.stream().sorted().toList(),
          Stream.concat(items.stream(), scene.discarded.stream()).sorted().toList(),
          name);
      auditErrors(end, name);
    }

    /**
     * Checks that each error that was sent has one outcome, and that there is at most one other error,
     * which reports too many items.
     */
    private void auditErrors(List<Object> end, String name) {
      List<Object> errors = new ArrayList<>(scene.dropped);
      end.stream().filter(Throwable.class::isInstance).forEach(errors::add);
      assertEquals(failures, errors.stream().filter(failures::contains).toList(), name);
      errors.removeAll(failures);
      assertTrue(errors.size() <= (sentTooMany() ? 1 : 0), name + ": " + errors);
      errors.forEach(error -> assertTrue(error.toString().contains("§1.1: a signalled"), name));
    }

    private boolean sentTooMany() {
      return sent.stream().filter(item -> item < 10).count() > PREFETCH;
    }
  }
}
