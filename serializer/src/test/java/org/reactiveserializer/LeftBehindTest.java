package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.EndOfStack;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A thread that is out of stack before it has called the downstream ends nothing for the others:
 * what it could not do is left to the next thread.
 */
class LeftBehindTest {
  private static final int DEPTHS = 300;

  /**
   * Links all call sites of the test itself, so that none is linked for the first time when little
   * stack is left.
   */
  @BeforeAll
  static void link() {
    for (boolean byTasks : List.of(true, false)) {
      Trial trial = new Trial(byTasks);
      trial.goOn();
      Objects.requireNonNull(trial.subscription).request(Long.MAX_VALUE);
      trial.sink.tryComplete();
      trial.runTasks();
    }
  }

  /** The executor runs a task where the stack ends. It will not run it again. */
  @Test
  void aTaskWithoutStackIsReplaced() {
    List<Trial> trials = trials(true);
    trials.forEach(trial -> trial.sink.tryEmit(1));
    List<Trial> overflown = EndOfStack.overflown(trials, Trial::runTask);
    for (Trial trial : overflown) {
      trial.goOn();
      if (trial.delivered.isEmpty()) {
        // The stack ended in the downstream: that ends the stream (§2.13).
        assertEquals(EmitOutcome.CANCELLED, trial.sink.tryEmit(9));
      } else {
        assertEquals(List.of(1, 2, 3), trial.delivered);
      }
      assertEquals(0, trial.sink.backlog());
    }
    assertFalse(overflown.stream().allMatch(trial -> trial.delivered.isEmpty()));
  }

  /** The tasks call the downstream, so a producer's stack concerns nobody else. */
  @Test
  void aProducerWithoutStackEndsNothing() {
    List<Trial> overflown = EndOfStack.overflown(trials(true), trial -> trial.sink.tryEmit(1));
    for (Trial trial : overflown) {
      trial.goOn();
      List<Integer> delivered = new ArrayList<>(trial.delivered);
      delivered.remove((Object) 1); // its call threw: it was refused, unless that was later
      assertEquals(List.of(2, 3), delivered);
      assertEquals(EmitOutcome.QUEUED, trial.sink.tryComplete());
      trial.runTasks();
      assertEquals(1, trial.completions);
    }
  }

  /** No demand: the producer does not call the downstream. */
  @Test
  void norDoesOneThatFindsNoDemand() {
    List<Trial> overflown = EndOfStack.overflown(trials(false), trial -> trial.sink.tryEmit(1));
    for (Trial trial : overflown) {
      assertEquals(EmitOutcome.QUEUED, trial.sink.tryEmit(2));
      Objects.requireNonNull(trial.subscription).request(Long.MAX_VALUE);
      assertEquals(EmitOutcome.DELIVERED, trial.sink.tryEmit(3));
      assertNotEquals(EmitOutcome.CANCELLED, trial.sink.tryComplete());
      assertEquals(1, trial.completions);
    }
  }

  private static List<Trial> trials(boolean byTasks) {
    return Stream.generate(() -> new Trial(byTasks)).limit(DEPTHS).toList();
  }

  /** A sink, and tasks that run when they are told to. */
  private static final class Trial implements Subscriber<Integer> {
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final List<Integer> delivered = new ArrayList<>();
    final SerialSink<Integer> sink;
    private final boolean byTasks;
    @Nullable Subscription subscription;
    int completions;

    Trial(boolean byTasks) {
      this.byTasks = byTasks;
      Serializer<Integer> settings = Serializer.withDefaults();
      sink = (byTasks ? settings.deliverOn(tasks::add) : settings).sink();
      sink.subscribe(this);
      runTasks();
    }

    void runTask() {
      tasks.remove().run();
    }

    void runTasks() {
      while (!tasks.isEmpty()) {
        runTask();
      }
    }

    void goOn() {
      sink.tryEmit(2);
      runTasks();
      sink.tryEmit(3);
      runTasks();
    }

    @Override
    public void onSubscribe(Subscription arrived) {
      subscription = arrived;
      if (byTasks) {
        arrived.request(Long.MAX_VALUE);
      }
    }

    @Override
    public void onNext(Integer item) {
      delivered.add(item);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      completions++;
    }
  }
}
