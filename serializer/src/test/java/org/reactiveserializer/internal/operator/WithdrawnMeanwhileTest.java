package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * One that waits withdraws just when the owner has linked a node for it; or the stream ends just before
 * one joins the line. The owner, or the one that joins, is stopped there.
 */
class WithdrawnMeanwhileTest {
  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private Runnable whenLinked = () -> {};
  private Runnable beforeJoining = () -> {};
  private SinkOperator<Integer> sink = full(1, Overflow.DROP_NEWEST);

  private SinkOperator<Integer> full(int capacity, Overflow overflow) {
    RoomLine<Integer> line =
        new RoomLine<>(Runnable::run) {
          @Override
          public void join(Waiter<Integer> waiter, Runnable requestPass) {
            Runnable before = beforeJoining;
            beforeJoining = () -> {};
            before.run();
            super.join(waiter, requestPass);
          }
        };
    BoundedQueue<Integer> queue =
        new BoundedQueue<>(capacity, line) {
          @Override
          protected void added(int waiting) {
            super.added(waiting);
            Runnable linked = whenLinked;
            whenLinked = () -> {};
            linked.run();
          }
        };
    SinkOperator<Integer> made =
        new SinkOperator<>(
            DrainLoop.newDrainState(),
            new Demand(),
            queue,
            new SerialSettings<>(
                capacity,
                overflow,
                ErrorMode.DELAYED,
                null,
                Hooks.<Integer>none().<Integer>discarding(discarded::add)));
    for (int i = 1; i <= capacity; i++) {
      made.emit(i);
    }
    return made;
  }

  private CompletableFuture<EmitOutcome> emit(int item) {
    int outcome = sink.emitNow(item);
    return outcome == Outcome.FULL
        ? sink.emitLater(item).toCompletableFuture()
        : CompletableFuture.completedFuture(EmitOutcome.QUEUED);
  }

  private void withdrawWhenLinked(CompletableFuture<EmitOutcome> stage) {
    whenLinked = () -> stage.cancel(false);
  }

  @Test
  void aCallBehindItIsMadeAndNothingIsLost() {
    sink.admit(downstream);
    List<EmitOutcome> calls = new ArrayList<>();
    withdrawWhenLinked(emit(2));
    sink.whenRoom(() -> calls.add(EmitOutcome.QUEUED));
    sink.request(Long.MAX_VALUE);
    assertEquals(1, calls.size());
    emit(3);
    emit(4);
    assertEquals(List.of("subscribed", 1, 3, 4), downstream.signals());
    assertEquals(0, sink.backlog());
  }

  @Test
  void aLaterItemDoesNotGetItsPlace() {
    sink = full(3, Overflow.DROP_NEWEST);
    sink.admit(downstream);
    withdrawWhenLinked(emit(4));
    sink.request(1);
    assertEquals(2, sink.backlog());
    emit(5);
    assertEquals(3, sink.backlog());
    emit(6); // waits
    sink.request(9);
    assertEquals(List.of("subscribed", 1, 2, 3, 5, 6), downstream.signals());
  }

  @ParameterizedTest
  @EnumSource(names = "DROP_OLDEST", mode = EnumSource.Mode.EXCLUDE)
  void itsPlaceIsRoom(Overflow overflow) {
    sink = full(2, overflow);
    sink.admit(downstream);
    withdrawWhenLinked(emit(3));
    sink.request(1);
    assertEquals(1, sink.backlog());
    List<Integer> calls = new ArrayList<>();
    sink.whenRoom(() -> calls.add(1));
    assertEquals(List.of(1), calls);
    assertEquals(Outcome.WAITS, sink.emit(4));
    sink.request(9);
    assertEquals(List.of("subscribed", 1, 2, 4), downstream.signals());
  }

  @Test
  void itsPlaceIsNothingThatACompletionWaitsFor() {
    sink.admit(downstream);
    withdrawWhenLinked(emit(2));
    sink.request(1);
    sink.end();
    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  @Test
  void whoJoinsAfterTheEndIsRefused() {
    emit(2);
    beforeJoining = sink::abandon;
    CompletableFuture<EmitOutcome> late = emit(3);
    assertEquals(EmitOutcome.TERMINATED, late.join());
    assertEquals(List.of(1), discarded);
    assertEquals(0, sink.backlog());
  }

  /** It was not counted, so its withdrawal is not either. */
  @Test
  void whoCannotJoinLeavesTheOthersInTheLine() {
    sink.admit(downstream);
    CompletableFuture<EmitOutcome> first = emit(2);
    EndOfStack.overflown(
        IntStream.range(0, 400).boxed().toList(),
        trial -> {
          if (trial < 200) {
            sink.emit(9, 1);
          } else {
            emit(9).cancel(false);
          }
        });
    assertFalse(first.isDone());
    sink.request(Long.MAX_VALUE);
    assertEquals(EmitOutcome.QUEUED, first.join());
  }
}
