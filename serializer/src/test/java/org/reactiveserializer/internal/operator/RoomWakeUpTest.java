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
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * When threads that wait for room are woken. The test is such a thread, and counts the wake-ups.
 */
class RoomWakeUpTest {
  private static final int CAPACITY = 8;
  private static final int REMOVALS_PER_WAKE = 4;

  private final Counting room = new Counting();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void onceForSeveralItems() {
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, null);
    downstream.onNext(item -> assertEquals((item + 1) / REMOVALS_PER_WAKE, room.woken));
    sink.request(CAPACITY);
    assertEquals(2, room.woken, "and no more: there is no room that it was not woken for");
  }

  @Test
  void forFewerItemsIfThereIsNoDemand() {
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, null);
    downstream.onNext(item -> assertEquals(0, room.woken));
    sink.request(1);
    assertEquals(1, room.woken);
  }

  @Test
  void forFewerItemsIfNothingIsLeft() {
    SinkOperator<Integer> sink = full(5, null);
    sink.request(CAPACITY + 1);
    assertEquals(2, room.woken, "for five items, and for the other three");
  }

  @Test
  void forFewerItemsBeforeTheRightIsTransferred() {
    List<Runnable> tasks = new ArrayList<>();
    SinkOperator<Integer> sink = full(REMOVALS_PER_WAKE, new DrainLimit(1, tasks::add, false));
    sink.request(CAPACITY);
    assertEquals(1, tasks.size());
    assertEquals(1, room.woken);
  }

  private SinkOperator<Integer> full(int removalsPerWake, @Nullable DrainLimit limit) {
    SinkOperator<Integer> sink =
        new SinkOperator<>(
            DrainLoop.newDrainState(),
            new Demand(),
            new BoundedQueue<>(CAPACITY, removalsPerWake, room),
            new SerialSettings<>(
                CAPACITY, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, limit, Hooks.none()));
    sink.admit(downstream);
    IntStream.range(0, CAPACITY).forEach(sink::emit);
    room.register();
    return sink;
  }

  private static final class Counting extends RoomWaiters {
    private int woken;

    @Override
    public void wakeOne() {
      woken++;
    }
  }
}
