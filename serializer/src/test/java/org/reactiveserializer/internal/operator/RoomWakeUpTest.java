package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.support.RecordingSubscriber;

/** When threads that wait for room are told. The test is the one that waits, and counts. */
class RoomWakeUpTest {
  private static final int CAPACITY = 8;
  private static final int SHARE = 4;

  private final Counting room = new Counting();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void onceForAShare() {
    SinkEmitter<Integer> sink = full(SHARE, null);
    downstream.onNext(item -> assertEquals((item + 1) / SHARE, room.told));
    sink.request(CAPACITY);
    assertEquals(2, room.told, "and no more: all room was told of");
  }

  @Test
  void ofLessWhenThereIsNoDemand() {
    SinkEmitter<Integer> sink = full(SHARE, null);
    downstream.onNext(item -> assertEquals(0, room.told));
    sink.request(1);
    assertEquals(1, room.told);
  }

  @Test
  void ofLessWhenNothingIsLeft() {
    SinkEmitter<Integer> sink = full(5, null);
    sink.request(CAPACITY + 1);
    assertEquals(2, room.told, "of five, and of the other three");
  }

  @Test
  void ofLessBeforeTheEmissionIsHandedOn() {
    List<Runnable> tasks = new ArrayList<>();
    SinkEmitter<Integer> sink = full(SHARE, new DrainLimit(1, tasks::add));
    sink.request(CAPACITY);
    assertEquals(1, tasks.size());
    assertEquals(1, room.told);
  }

  private SinkEmitter<Integer> full(int share, @Nullable DrainLimit limit) {
    SinkEmitter<Integer> sink =
        new SinkEmitter<>(
            new Demand(),
            new BoundedQueue<>(CAPACITY, share, room),
            new SerialSettings<>(CAPACITY, WhenFull.REFUSE, false, limit, Hooks.none()));
    sink.admit(downstream);
    IntStream.range(0, CAPACITY).forEach(sink::emit);
    room.register();
    return sink;
  }

  private static final class Counting extends RoomWaiters {
    private int told;

    @Override
    public void wakeOne() {
      told++;
    }
  }
}
