package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;
import org.reactiveserializer.support.RecordingSubscriber;

/** When threads that wait for room are woken. The test plays two of them. */
class RoomWakeUpTest {
  private static final int CAPACITY = 8;
  private static final int REMOVALS_PER_WAKE = 4;

  private final RoomLine<Integer> line = new RoomLine<>(Runnable::run);
  private final List<Waiter<Integer>> threads = List.of(line.thread(-1), line.thread(-2));
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void onceForSeveralItems() {
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, null);
    downstream.onNext(item -> assertEquals(item + 1 < REMOVALS_PER_WAKE ? 0 : 2, woken()));
    sink.request(CAPACITY);
    assertEquals(2, woken());
  }

  @Test
  void forFewerItemsIfThereIsNoDemand() {
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, null);
    downstream.onNext(item -> assertEquals(0, woken()));
    sink.request(1);
    assertEquals(1, woken());
  }

  @Test
  void forFewerItemsIfNothingIsLeft() {
    SinkOperator<Integer> sink = full(2 * CAPACITY, null);
    downstream.onNext(item -> assertEquals(0, woken()));
    sink.request(Long.MAX_VALUE);
    assertEquals(2, woken());
    assertEquals(List.of("subscribed", 0, 1, 2, 3, 4, 5, 6, 7, -1, -2), downstream.signals());
  }

  @Test
  void forFewerItemsBeforeTheRightIsTransferred() {
    List<Runnable> tasks = new ArrayList<>();
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, new DrainLimit(1, tasks::add, false));
    sink.request(CAPACITY);
    assertEquals(1, tasks.size());
    assertEquals(1, woken());
  }

  private long woken() {
    return threads.stream().filter(Waiter::isDone).count();
  }

  private SinkOperator<Integer> full(int removalsPerWake, @Nullable DrainLimit limit) {
    SinkOperator<Integer> sink =
        new SinkOperator<>(
            DrainLoop.newDrainState(),
            new Demand(),
            new BoundedQueue<>(CAPACITY, removalsPerWake, line),
            new SerialSettings<>(
                CAPACITY, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, limit, Hooks.none()));
    sink.admit(downstream);
    IntStream.range(0, CAPACITY).forEach(sink::emit);
    threads.forEach(thread -> line.join(thread, () -> {}));
    return sink;
  }
}
