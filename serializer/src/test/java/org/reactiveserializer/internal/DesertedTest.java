package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Hooks;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.emission.Work;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/** An owner that cannot end the emission leaves it to the next; so does one that tried in its place. */
class DesertedTest {
  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscription upstream = new RecordingSubscription();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void whoComesNextEndsTheEmission() {
    SerialEmitter<Integer> emitter = deserted(1);
    emitter.onNext(2);
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
  }

  @Test
  void whoCannotEitherLeavesItToTheOneAfter() {
    SerialEmitter<Integer> emitter = deserted(3);
    emitter.onNext(2);
    emitter.onNext(3);
    assertEquals(List.of(), discarded);
    emitter.cancel();
    assertEquals(List.of(2, 3), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
    assertEquals(0, emitter.backlog());
  }

  /** Throws at an item, and then cannot close so many times. */
  private SerialEmitter<Integer> deserted(int failures) {
    SerialEmitter<Integer> emitter =
        new SerialEmitter<>(
            new Reluctant(failures),
            Termination.immediate(),
            downstream.on(
                1,
                () -> {
                  throw new IllegalStateException();
                }),
            new Hooks<>(discarded::add, error -> {}));
    emitter.onSubscribe(upstream);
    assertThrows(IllegalStateException.class, () -> emitter.onNext(1));
    return emitter;
  }

  /** As if there were no stack for it. */
  private static final class Reluctant extends EmissionRight {
    private int failures;

    Reluctant(int failures) {
      this.failures = failures;
    }

    @Override
    public @Nullable Work close() {
      if (failures-- > 0) {
        throw new StackOverflowError();
      }
      return super.close();
    }
  }
}
