package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;

/** An inner source begins, or all have ended, while something else goes wrong. */
class InnerBeginTest {
  private static final IllegalStateException FAILURE = new IllegalStateException("from the owner");

  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final Tap<Tap<Integer>> outer = Tap.named("outer");
  private final Tap<Integer> tap = Tap.named("tap");

  private final Merger<Tap<Integer>, Integer> merger =
      new Merger<>(
          DrainLoop.newDrainState(),
          new Demand(),
          new Watched(),
          new DelayedError(),
          new MergeSettings<Integer>(
              8, 8, ErrorMode.DELAYED, new Hooks<>(discarded::add, error -> {})),
          source -> source,
          Hooks.none(),
          downstream);
  private Runnable onBegin = () -> {};
  private Runnable onOuterEnd = () -> {};

  @BeforeEach
  void start() {
    merger.start(outer);
  }

  @Test
  void aSubscriptionThatArrivesAfterACancellationDuringSubscribeIsCancelled() {
    tap.quiet().onSubscribe(downstream.subscription()::cancel);
    outer.next(tap);

    RecordingSubscription late = new RecordingSubscription();
    tap.subscriber().onSubscribe(late);

    assertEquals(List.of("cancel"), late.calls());
  }

  @Test
  void aSubscriptionThatArrivesOnceTheMergeWasCancelledIsCancelled() {
    tap.quiet();
    outer.next(tap);
    downstream.subscription().cancel();

    RecordingSubscription late = new RecordingSubscription();
    tap.subscriber().onSubscribe(late);

    assertEquals(List.of("cancel"), late.calls());
  }

  @Test
  void aSourceIsCancelledIfTheOwnerFailsAtItsBeginning() {
    onBegin =
        () -> {
          throw FAILURE;
        };

    assertSame(FAILURE, assertThrows(IllegalStateException.class, () -> outer.next(tap)));

    assertEquals(List.of("cancel"), tap.calls());
  }

  /** As an outer source that passes on what the inner's {@code subscribe} makes others signal. */
  @Test
  void theOuterSourceMayEndBeforeTheSubscriptionOfItsLastInnerArrives() {
    tap.quiet().onSubscribe(outer::complete);
    outer.next(tap);

    downstream.subscription().request(1);
    tap.subscriber().onSubscribe(new RecordingSubscription());
    tap.next(1);
    tap.complete();

    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  @Test
  void theOuterSourceMayEmitAndEndBeforeTheSubscriptionOfAnInnerArrives() {
    Tap<Integer> second = Tap.named("second");
    tap.quiet()
        .onSubscribe(
            () -> {
              outer.next(second);
              second.complete();
              outer.complete();
            });
    outer.next(tap);

    downstream.subscription().request(1);
    tap.subscriber().onSubscribe(new RecordingSubscription());
    tap.next(1);
    tap.complete();

    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  /** As a publisher that signals on two threads may do (§1.3). */
  @Test
  void anItemThatComesWhenAllSourcesHaveEndedPrecedesTheCompletion() {
    emitAtTheEnd();
    assertEquals(List.of("subscribed"), downstream.signals());

    downstream.subscription().request(1);

    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  @Test
  void suchAnItemDoesNotKeepTheMergeFromBeingCancelled() {
    emitAtTheEnd();

    downstream.subscription().cancel();
    downstream.subscription().request(1);

    assertEquals(List.of("subscribed"), downstream.signals());
    assertEquals(List.of(1), discarded);
  }

  /** Afterwards nothing but the item keeps the merge from its end. */
  @Test
  void aLaterItemDoesNotPassSuchAnItemBy() {
    emitAtTheEnd();

    emit(2);
    downstream.subscription().request(2);

    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.signals());
  }

  private void emitAtTheEnd() {
    outer.next(tap);
    tap.complete();
    onOuterEnd = () -> emit(1);
    outer.complete();
  }

  /** Emits an item of the source that has ended, past the check for that. */
  @SuppressWarnings("unchecked") // the merge subscribes an inner of its own
  private void emit(Integer item) {
    merger.item((Inner<Integer>) tap.subscriber(), item);
  }

  private final class Watched extends Inners<Integer> {
    @Override
    protected void occurred(@Nullable Inner<Integer> inner, boolean ends) {
      if (!ends) {
        onBegin.run();
      }
      super.occurred(inner, ends);
      if (inner == null) {
        onOuterEnd.run();
      }
    }
  }
}
