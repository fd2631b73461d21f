package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;

/** Threads whose overridden {@code getId} all return the same number. */
class OddThreadsTest {
  private final List<EmitOutcome> results = Collections.synchronizedList(new ArrayList<>());

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1})
  void waitForRoom(long id) {
    SinkScene scene = SinkScene.full(Overflow.ERROR);
    Thread waiting = emitting(scene, id);
    awaitParked(waiting);
    scene.request(2);
    join(waiting);
    assertTrue(results.get(0).isAccepted(), results::toString);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1})
  void waitForRoomWhileAnotherIsInsideTheSubscriber(long id) {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR)).request(1);
    List<Thread> waiting = new ArrayList<>();
    scene.downstream.on(
        0,
        () -> {
          Elsewhere.run(() -> scene.sink.tryEmit(1)); // fills the queue
          waiting.add(emitting(scene, id));
          awaitParked(waiting.get(0));
        });
    Thread inside = new Alike(() -> scene.sink.tryEmit(0), id);
    inside.start();
    join(inside);
    scene.request(2);
    join(waiting.get(0));
    assertTrue(results.get(0).isAccepted(), results::toString);
    assertEquals(List.of(0, 1, 2), scene.delivered());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1})
  void doNotWaitInsideTheSubscriber(long id) {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR)).request(1);
    scene.downstream.on(
        0,
        () -> {
          scene.sink.tryEmit(1);
          results.add(scene.sink.emit(2, Duration.ofDays(1)));
        });
    Thread inside = new Alike(() -> scene.sink.tryEmit(0), id);
    inside.start();
    join(inside);
    assertEquals(List.of(EmitOutcome.OVERFLOW), results);
  }

  private Thread emitting(SinkScene scene, long id) {
    Thread thread = new Alike(() -> results.add(scene.sink.emit(2, Duration.ofDays(1))), id);
    thread.start();
    return thread;
  }

  private static void awaitParked(Thread thread) {
    while (thread.getState() != State.TIMED_WAITING && thread.getState() != State.TERMINATED) {
      Thread.onSpinWait();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Alike extends Thread {
    private final long id;

    Alike(Runnable task, long id) {
      super(task);
      this.id = id;
    }

    @Override
    public long getId() {
      return id;
    }
  }
}
