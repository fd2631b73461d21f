package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Subscriber;

/** An owner that cannot end the emission leaves it to the next; so does one that tried in its place. */
class PendingAbortTest {
  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscription upstream = new RecordingSubscription();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void whoComesNextEndsTheEmission() {
    SerialEmitter<Integer> emitter = pendingAbort(1);
    emitter.onNext(2);
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
  }

  @Test
  void whoCannotEitherLeavesItToTheOneAfter() {
    SerialEmitter<Integer> emitter = pendingAbort(3);
    emitter.onNext(2);
    emitter.onNext(3);
    assertEquals(List.of(), discarded);
    emitter.cancel();
    assertEquals(List.of(2, 3), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
    assertEquals(0, emitter.backlog());
  }

  /** What was swapped out of the word, and is nowhere yet when the stack ends. */
  @Test
  void whatWasTakenIsFound() {
    SerialEmitter<Integer> emitter =
        new Forgetful(
            downstream,
            new Hooks<>(discarded::add, error -> {}));
    emitter.onSubscribe(upstream);
    downstream.on(
        1,
        () -> {
          emitter.onNext(2);
          emitter.onNext(3);
        });
    assertThrows(StackOverflowError.class, () -> emitter.onNext(1));
    assertEquals(List.of(2, 3), discarded);
  }

  /** All items would meet the same end of the stack in the hook: one does, the others are left to the next. */
  @Test
  void aHookWithoutStackGetsNoMore() {
    boolean[] atTheEnd = {true};
    SerialEmitter<Integer> emitter =
        new Forgetful(
            downstream,
            new Hooks<>(
                item -> {
                  if (atTheEnd[0]) {
                    throw new StackOverflowError();
                  }
                  discarded.add(item);
                },
                error -> {}));
    emitter.onSubscribe(upstream);
    downstream.on(
        1,
        () -> {
          emitter.onNext(2);
          emitter.onNext(3);
          emitter.onNext(4);
        });
    assertThrows(StackOverflowError.class, () -> emitter.onNext(1));
    atTheEnd[0] = false;
    emitter.onNext(5);
    assertEquals(List.of(3, 4, 5), discarded);
  }

  /** That is no reason to withhold the end of the stream. */
  @Test
  void theTerminalIsSignalledThoughAHookHasNoStack() {
    Throwable error = new Exception();
    SerialEmitter<Integer> emitter =
        new SerialEmitter<>(
            Termination.immediate(),
            downstream,
            new Hooks<>(
                item -> {
                  if (item == 2) {
                    throw new StackOverflowError();
                  }
                  discarded.add(item);
                },
                dropped -> {}));
    emitter.onSubscribe(upstream);
    downstream.on(
        1,
        () -> {
          emitter.onNext(2);
          emitter.onNext(3);
          emitter.onError(error);
        });
    assertThrows(StackOverflowError.class, () -> emitter.onNext(1));
    assertEquals(List.of("subscribed", 1, error), downstream.signals());
    assertEquals(List.of(3), discarded);
  }

  /** Throws at an item, and then cannot close so many times. */
  private SerialEmitter<Integer> pendingAbort(int failures) {
    SerialEmitter<Integer> emitter =
        new Reluctant(
            failures,
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
  private static final class Reluctant extends SerialEmitter<Integer> {
    private int failures;

    Reluctant(int failures, Subscriber<Integer> downstream, Hooks<Integer> hooks) {
      super(Termination.immediate(), downstream, hooks);
      this.failures = failures;
    }

    @Override
    public @Nullable Work closeWord() {
      if (failures-- > 0) {
        throw new StackOverflowError();
      }
      return super.closeWord();
    }
  }

  /** Takes, and then there is no stack to do anything with it. */
  private static final class Forgetful extends SerialEmitter<Integer> {
    Forgetful(Subscriber<Integer> downstream, Hooks<Integer> hooks) {
      super(Termination.immediate(), downstream, hooks);
    }

    @Override
    public @Nullable Work take() {
      if (super.take() != null) {
        throw new StackOverflowError();
      }
      return null;
    }
  }
}
