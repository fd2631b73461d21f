package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.support.RecordingSubscriber;

/** A call that waits for room requests passes, but the drain limit holds for the whole call. */
class LimitOfOneCallTest {
  private static final long A_DAY = 86_400_000_000_000L;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> deliveredByEmitter = new ConcurrentLinkedQueue<>();
  private final Demand demand = new Demand(); // added to here, and not signalled
  private final RoomLine<Integer> line = new RoomLine<>(Runnable::run);
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  private final SinkOperator<Integer> sink =
      new SinkOperator<>(
          DrainLoop.newDrainState(),
          demand,
          new BoundedQueue<>(2, 1, line),
          new SerialSettings<>(
              2,
              Overflow.DROP_NEWEST,
              ErrorMode.IMMEDIATE,
              new DrainLimit(1, tasks::add, false),
              Hooks.none()));

  @Test
  void aThreadThatWaitsDeliversNothingForOthers() throws InterruptedException {
    int[] outcome = {Outcome.OPEN};
    Thread emitter = new Thread(() -> outcome[0] = sink.emit(4, A_DAY), "emitter");
    downstream.onNext(
        item -> {
          if (Thread.currentThread() == emitter) {
            deliveredByEmitter.add(item);
          }
          if (item == 1) {
            sink.emit(3); // the queue is full again
          }
        });
    sink.admit(downstream);
    sink.emit(1);
    sink.emit(2);
    demand.add(1);
    emitter.start(); // delivers 1, which uses up the limit, and finds the queue full
    await(() -> line.size() == 1, emitter);
    assertEquals(List.of(1), List.copyOf(deliveredByEmitter));

    demand.add(1);
    await(() -> !tasks.isEmpty(), emitter); // it looks: no owner, and an item that is requested
    assertEquals(List.of(1), List.copyOf(deliveredByEmitter));

    tasks.remove().run();
    emitter.join();
    assertEquals(Outcome.WAITS, outcome[0]);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
    assertEquals(List.of(1), List.copyOf(deliveredByEmitter));
  }

  private void await(BooleanSupplier condition, Thread emitter) {
    while (!condition.getAsBoolean()) {
      assertTrue(emitter.isAlive(), "the call is over, and delivered " + deliveredByEmitter);
      Thread.onSpinWait();
    }
  }
}
