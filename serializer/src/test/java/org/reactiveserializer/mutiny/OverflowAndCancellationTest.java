package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Effort;
import org.reactivestreams.FlowAdapters;

/**
 * A producer finds no room, which ends the stream, and races with a cancellation; both while an
 * item is delivered. Each callback is called once, by the cancellation, which is the end.
 */
@Tag("effort")
class OverflowAndCancellationTest {
  private static final int ROUNDS = Effort.rounds(1_250);
  private static final int DELAYS = 250;

  private final List<String> reported = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private List<String> reportedDuringTheItem = List.of();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  @Test
  void terminationIsReportedOnceByTheCancellation() {
    for (int round = 0; round < ROUNDS; round++) {
      play(round);
    }
  }

  private void play(int round) {
    reported.clear();
    dropped.clear();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch filled = new CountDownLatch(1);
    CountDownLatch others = new CountDownLatch(2);
    SerialEmitter<Integer> emitter =
        MutinySerializer.emitter(Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR))
            .onTermination(() -> reported.add("terminated"))
            .onCancellation(() -> reported.add("cancelled"));
    RecordingSubscriber<Integer> downstream =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
    downstream.on(
        1,
        () -> {
          inside.countDown();
          await(others);
          reportedDuringTheItem = List.copyOf(reported);
        });
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(downstream));
    Race.run(
        0,
        () -> emitter.emit(1),
        () -> {
          await(inside);
          emitter.emit(2);
          filled.countDown();
          emitter.emit(3);
          others.countDown();
        },
        () -> {
          while (filled.getCount() != 0) {
            Thread.onSpinWait();
          }
          for (int i = 0; i < round % DELAYS; i++) {
            Thread.onSpinWait();
          }
          downstream.subscription().cancel();
          others.countDown();
        });
    // The cancellation precedes the error's signal, so it is the end; a pending error is dropped.
    assertEquals(List.of("terminated", "cancelled"), reportedDuringTheItem, () -> "round " + round);
    assertEquals(reportedDuringTheItem, reported);
    assertEquals(List.of("subscribed", 1), downstream.signals());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
