package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.reactor.SerialMany;
import org.reactiveserializer.support.Emission;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;
import reactor.core.publisher.Sinks;

/** The weight of what waits has a bound. Here an item is its own weight. */
class WeightTest {
  private static final Duration LONG = Duration.ofDays(1);

  private static Serializer<Integer> atMost(long weight, Overflow overflow) {
    return Serializer.<Integer>withDefaults()
        .bounded(9, weight, Integer::longValue, overflow)
        .answerOn(Runnable::run);
  }

  private static SinkScene holding(long most, Overflow overflow, int... items) {
    SinkScene scene = SinkScene.subscribed(atMost(most, overflow));
    for (int item : items) {
      assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(item));
    }
    return scene;
  }

  private static CompletableFuture<EmitOutcome> emit(SinkScene scene, int item) {
    return scene.sink.emitAsync(item).toCompletableFuture();
  }

  @Test
  void asMuchWaitsAsTheBoundAllows() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 2, 2);
    assertEquals(4, scene.sink.stats().queuedWeight());
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(2));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    assertEquals(5, scene.sink.stats().queuedWeight());
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(1));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(0), "an item may weigh nothing");
    scene.request(1);
    assertEquals(3, scene.sink.stats().queuedWeight());
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(3));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(2));
    scene.request(9);
    assertEquals(List.of(2, 2, 1, 0, 2), scene.delivered());
    assertEquals(0, scene.sink.stats().queuedWeight());
    assertEquals(3, scene.sink.stats().refused(EmitOutcome.OVERFLOW));
  }

  @Test
  void theNumberOfItemsHasItsBoundAsWell() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(2, 100, Integer::longValue, Overflow.DROP_NEWEST));
    scene.sink.tryEmit(1);
    scene.sink.tryEmit(1);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(1));
  }

  @ParameterizedTest
  @EnumSource
  void whatExceedsTheBoundByItselfNeverWaits(Overflow overflow) {
    SinkScene scene = SinkScene.subscribed(atMost(5, overflow).errors(ErrorMode.DELAYED));
    scene.request(1);
    assertEquals(EmitOutcome.DELIVERED, scene.sink.tryEmit(6), "it need not wait");
    scene.sink.tryEmit(4);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit(6, LONG));
    assertEquals(EmitOutcome.OVERFLOW, emit(scene, 7).join());
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(8));
    assertEquals(List.of(), scene.discarded);
    scene.request(1);
    assertEquals(List.of(6, 4), scene.delivered().subList(0, 2));
    assertEquals(3, scene.sink.stats().refused());
  }

  @Test
  void theOldestMakeRoomForTheNewest() {
    SinkScene scene = holding(6, Overflow.DROP_OLDEST, 1, 2, 3);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(4));
    assertEquals(List.of(1, 2, 3), scene.discarded, "1 and 2 are not enough");
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(2));
    assertEquals(3, scene.discarded.size(), "there was room");
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    scene.request(9);
    assertEquals(List.of(2, 1), scene.delivered());
  }

  @Test
  void anOverflowThatIsAnErrorSaysHowMuch() {
    SinkScene scene = holding(6, Overflow.ERROR, 4);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(3));
    scene.request(9);
    assertEquals(4, scene.delivered().get(0));
    Throwable error = assertInstanceOf(IllegalStateException.class, scene.delivered().get(1));
    assertTrue(error.toString().contains("1 items of weight 4"), error::toString);
  }

  // Who waits for room.

  @Test
  void lightItemsDoNotOvertakeAHeavyOneThatWaits() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 1, 1, 3);
    CompletableFuture<EmitOutcome> heavy = emit(scene, 4);
    CompletableFuture<EmitOutcome> behind = emit(scene, 1);
    scene.request(1);
    assertEquals(
        EmitOutcome.OVERFLOW, scene.sink.tryEmit(1), "there is room, but not for the first");
    scene.request(1);
    assertFalse(heavy.isDone() || behind.isDone());
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, heavy.join());
    assertEquals(EmitOutcome.QUEUED, behind.join());
    assertEquals(5, scene.sink.stats().queuedWeight());
    scene.request(2);
    assertEquals(List.of(1, 1, 3, 4, 1), scene.delivered());
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(5), "nobody waits any more");
  }

  @Test
  void severalGetTheRoomOfOne() {
    SinkScene scene = holding(6, Overflow.DROP_NEWEST, 6);
    List<CompletableFuture<EmitOutcome>> stages = new ArrayList<>();
    for (int item : new int[] {1, 2, 3, 4}) {
      stages.add(emit(scene, item));
    }
    scene.request(1);
    assertEquals(
        List.of(true, true, true, false), stages.stream().map(CompletableFuture::isDone).toList());
    scene.request(9);
    assertEquals(List.of(6, 1, 2, 3, 4), scene.delivered());
  }

  @Test
  void whoWithdrawsMakesWayForThoseBehind() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 3);
    CompletableFuture<EmitOutcome> heavy = emit(scene, 4);
    CompletableFuture<EmitOutcome> light = emit(scene, 2);
    assertFalse(light.isDone());
    assertTrue(heavy.cancel(false));
    assertEquals(EmitOutcome.QUEUED, light.getNow(EmitOutcome.OVERFLOW));
  }

  @Test
  void aThreadThatGivesUpMakesWayForThoseBehind() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 3);
    Emission heavy = Emission.waiting(scene, 4);
    CompletableFuture<EmitOutcome> light = emit(scene, 2);
    assertFalse(light.isDone());
    heavy.thread.interrupt();
    assertEquals(EmitOutcome.INTERRUPTED, heavy.result());
    assertEquals(EmitOutcome.QUEUED, light.getNow(EmitOutcome.OVERFLOW));
  }

  @Test
  void aCallbackRunsWhenNothingWaits() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 1, 1);
    List<EmitOutcome> outcomes = new ArrayList<>();
    scene.sink.onRoom(() -> outcomes.add(scene.sink.tryEmit(5)));
    scene.request(1);
    assertEquals(List.of(), outcomes, "it may have more than there is room for");
    scene.request(1);
    assertEquals(List.of(EmitOutcome.QUEUED), outcomes);
  }

  /** Two callbacks that try again and again, in the thread that runs them, do not occupy it. */
  @Test
  void callbacksThatTakeTurnsDoNotHoldUpTheStream() {
    SinkScene scene = SinkScene.flowing(atMost(5, Overflow.DROP_NEWEST));
    Runnable retry =
        new Runnable() {
          @Override
          public void run() {
            if (!scene.delivered().contains(2)) {
              assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(9));
              scene.sink.onRoom(this);
            }
          }
        };
    scene.downstream.on(
        1,
        () -> {
          scene.sink.onRoom(retry);
          scene.sink.onRoom(retry);
          scene.sink.tryEmit(2);
        });
    scene.sink.tryEmit(1);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void aCallbackThatWaitsTakesNoRoom() {
    SinkScene scene = SinkScene.flowing(atMost(5, Overflow.ERROR));
    List<EmitOutcome> outcomes = new ArrayList<>();
    scene.downstream.on(
        1,
        () -> {
          scene.sink.onRoom(() -> {});
          outcomes.add(scene.sink.tryEmit(5));
        });
    scene.sink.tryEmit(1);
    assertEquals(List.of(EmitOutcome.QUEUED), outcomes);
    assertEquals(List.of(1, 5), scene.delivered());
  }

  /** What was kept for one who has withdrawn is nobody's. */
  @Test
  void whatIsKeptForOneWhoWithdrawsIsFree() {
    SinkScene scene = holding(5, Overflow.DROP_NEWEST, 1, 4);
    CompletableFuture<EmitOutcome> heavy = emit(scene, 3);
    scene.request(1);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(1));
    assertTrue(heavy.cancel(false));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
  }

  // A function that fails.

  private static long fails(int item) {
    if (item == 2) {
      throw new IllegalStateException("what does it weigh?");
    }
    return item == 3 ? -1 : 1;
  }

  @ParameterizedTest
  @EnumSource
  void anItemThatCannotBeWeighedIsRefused(Overflow overflow) {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(9, 9, WeightTest::fails, overflow)
                .errors(ErrorMode.DELAYED));
    scene.sink.tryEmit(1);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit(2, LONG));
    assertInstanceOf(IllegalStateException.class, scene.dropped.get(0));
    assertEquals(EmitOutcome.OVERFLOW, emit(scene, 3).join());
    Throwable negative = scene.dropped.get(scene.dropped.size() - 1);
    assertTrue(negative.toString().contains("-1"), negative::toString);
    scene.sink.tryEmit(4);
    scene.request(9);
    assertEquals(List.of(1, 4), scene.delivered());
    assertEquals(List.of(), scene.discarded);
  }

  // Where else the bound applies.

  @Test
  void aSubscriberDiscardsWhatFindsNoRoom() {
    Scene<Integer> scene = Scene.subscribed(atMost(5, Overflow.DROP_NEWEST));
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(3);
                  scene.serialized.onNext(4);
                  scene.serialized.onNext(2);
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 3, 2), scene.delivered());
    assertEquals(List.of(4), scene.discarded);
  }

  @Test
  void whatTravelsInAnotherFormIsWeighedAsItself() {
    List<Integer> weighed = new ArrayList<>();
    ToLongFunction<Integer> noting =
        item -> {
          weighed.add(item);
          return item;
        };
    SinkScene carrying =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .carryThreadLocals()
                .bounded(9, 5, noting, Overflow.DROP_NEWEST));
    carrying.sink.tryEmit(3);
    assertEquals(EmitOutcome.OVERFLOW, carrying.sink.tryEmit(4));
    assertEquals(List.of(3, 4), weighed.stream().distinct().toList());

    weighed.clear();
    Sinks.Many<Integer> target = Sinks.many().multicast().onBackpressureBuffer();
    SerialMany<Integer> many =
        ReactorSerializer.many(
            target, Serializer.<Integer>withDefaults().bounded(9, 5, noting, Overflow.DROP_NEWEST));
    target
        .asFlux()
        .subscribe(
            item -> {
              if (item == 0) {
                Elsewhere.run(() -> many.tryEmitNext(4));
                Elsewhere.run(() -> many.tryEmitNext(2));
              }
            });
    many.tryEmitNext(0);
    assertEquals(List.of(4, 2), weighed.stream().distinct().toList());
  }

  @Test
  void aBoundIsPositive() {
    Serializer<Integer> serializer = Serializer.withDefaults();
    Throwable refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> serializer.bounded(1, 0, Integer::longValue, Overflow.ERROR));
    assertTrue(refusal.toString().contains("maxWeight must be positive, was 0"));
    assertThrows(
        IllegalArgumentException.class,
        () -> serializer.bounded(0, 1, Integer::longValue, Overflow.ERROR));
  }

  /** The owner takes the list also while it gives out room: it must not overlook who signalled by that list. */
  @Test
  void aSubscriberThatArrivesWhileRoomIsGivenOutIsServed() {
    List<Runnable> atNextAnswer = new ArrayList<>();
    SinkScene scene =
        SinkScene.bare(
            Serializer.<Integer>withDefaults()
                .bounded(9, 3, Integer::longValue, Overflow.ERROR)
                .answerOn(
                    task -> {
                      task.run();
                      if (!(task instanceof CompletableFuture<?>)) {
                        return; // a request for a pass
                      }
                      List<Runnable> now = List.copyOf(atNextAnswer);
                      atNextAnswer.clear();
                      now.forEach(Elsewhere::run);
                    }));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    CompletableFuture<EmitOutcome> tooMuch = emit(scene, 3);
    CompletableFuture<EmitOutcome> second = emit(scene, 2);
    CompletableFuture<EmitOutcome> third = emit(scene, 3);
    atNextAnswer.add(scene::subscribe);
    assertTrue(tooMuch.cancel(false));
    assertEquals(EmitOutcome.QUEUED, second.join());
    assertEquals(List.of("subscribed"), scene.downstream.signals());
    scene.request(Long.MAX_VALUE);
    assertEquals(EmitOutcome.QUEUED, third.join());
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  @Test
  void aWithdrawalNeedsNoExecutor() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(9, 3, Integer::longValue, Overflow.ERROR)
                .answerOn(
                    task -> {
                      throw new RejectedExecutionException();
                    }));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    CompletableFuture<EmitOutcome> heavy = emit(scene, 3);
    CompletableFuture<EmitOutcome> light = emit(scene, 2);
    assertTrue(heavy.cancel(false));
    assertTrue(heavy.isCancelled());
    assertEquals(EmitOutcome.QUEUED, light.join());
  }
}
