package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/**
 * An owner that cannot end the emission leaves that to the next thread, and so does a thread that
 * tried in its place.
 */
class PendingAbortTest {
  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscription upstream = new RecordingSubscription();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @Test
  void theNextThreadEndsTheEmission() {
    SerialOperator<Integer> emitter = pendingAbort(1);
    emitter.onNext(2);
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
  }

  @Test
  void aThreadThatFailsTooLeavesItToTheOneAfter() {
    SerialOperator<Integer> emitter = pendingAbort(3);
    emitter.onNext(2);
    emitter.onNext(3);
    assertEquals(List.of(), discarded);
    emitter.cancel();
    assertEquals(List.of(2, 3), discarded);
    assertEquals(List.of("cancel"), upstream.calls());
    assertEquals(0, emitter.backlog());
  }

  /**
   * All items would make the hook overflow the stack: one does, the others are left to the next
   * thread.
   */
  @Test
  void aHookThatOverflowsTheStackGetsNoMoreItems() {
    boolean[] overflows = {true};
    SerialOperator<Integer> emitter =
        new SerialOperator<>(
            DrainLoop.newDrainState(),
            Termination.immediate(),
            downstream,
            new Hooks<>(
                item -> {
                  if (overflows[0]) {
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
          throw new IllegalStateException();
        });
    assertThrows(IllegalStateException.class, () -> emitter.onNext(1));
    overflows[0] = false;
    emitter.onNext(5);
    assertEquals(List.of(3, 4, 5), discarded);
  }

  /** The end of the stream is signalled all the same. */
  @Test
  void theTerminalIsSignalledAlthoughAHookOverflows() {
    Throwable error = new Exception();
    SerialOperator<Integer> emitter =
        new SerialOperator<>(
            DrainLoop.newDrainState(),
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

  /**
   * Returns an emitter whose downstream threw, and which then fails to close {@code failures}
   * times.
   */
  private SerialOperator<Integer> pendingAbort(int failures) {
    SerialOperator<Integer> emitter =
        new SerialOperator<>(
            new FailingClose(failures),
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

  /** Fails to close, as if it were out of stack space. */
  private static final class FailingClose extends DrainState {
    private int failures;

    FailingClose(int failures) {
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
}
