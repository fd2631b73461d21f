package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/**
 * A downstream that throws (§2.13) ends the stream cleanly, and the throwable reaches the thread
 * that delivered.
 */
class ThrowingDownstreamTest {
  private final Scene<Integer> scene = Scene.subscribed();
  private final Error thrown = new Error("from the downstream");

  @Test
  void onTheFastPath() {
    throwOn(1);
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(), scene.discarded, "1 was delivered");
    assertEnded();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void onAnItemHandedOver(int culprit) {
    scene.downstream.on(
        1, () -> Elsewhere.run(() -> List.of(2, 3, 4, 5).forEach(scene.serialized::onNext)));
    throwOn(culprit);
    assertThrown(() -> scene.serialized.onNext(1));
    List<Integer> all = List.of(1, 2, 3, 4, 5);
    assertEquals(all.subList(0, culprit), scene.delivered());
    assertEquals(all.subList(culprit, 5), scene.discarded);
    assertEnded();
  }

  @Test
  void onTheFastPathWhileItemsAreHandedOver() {
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> List.of(2, 3).forEach(scene.serialized::onNext));
          throw thrown;
        });
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(2, 3), scene.discarded);
    assertEnded();
  }

  @Test
  void onAnItemThatACompletionCovers() {
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  List.of(2, 3).forEach(scene.serialized::onNext);
                  scene.serialized.onComplete();
                }));
    throwOn(2);
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(List.of(3), scene.discarded);
    assertEnded();
  }

  @Test
  void dropsAnErrorThatWaits() {
    Throwable waiting = new Exception("waiting");
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> scene.serialized.onError(waiting));
          throw thrown;
        });
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(waiting), scene.dropped);
  }

  @Test
  void fromOnComplete() {
    scene.downstream.onComplete(
        () -> {
          throw thrown;
        });
    assertThrown(scene.serialized::onComplete);
    assertEquals(List.of("completed"), scene.delivered());
    scene.serialized.onNext(1);
    assertEquals(List.of(1), scene.discarded);
  }

  @Test
  void fromOnErrorWithItemsWaiting() {
    scene.downstream.onError(
        error -> {
          throw thrown;
        });
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onError(new Exception());
                }));
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(2, scene.delivered().size());
    assertEquals(List.of(2), scene.discarded);
    assertEquals(List.of(), scene.dropped, "it was signalled");
  }

  @Test
  void fromOnSubscribe() {
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    fresh.downstream.onSubscribe(
        subscription -> {
          Elsewhere.run(() -> fresh.serialized.onNext(1));
          throw thrown;
        });
    assertThrown(() -> fresh.serialized.onSubscribe(fresh.upstream));
    assertEquals(List.of("cancel"), fresh.upstream.calls());
    assertEquals(List.of(1), fresh.discarded);
    assertEquals(List.of("subscribed"), fresh.downstream.signals());
  }

  @Test
  void fromOnSubscribeAndTheUpstreamFromCancel() {
    RuntimeException fromCancel = new RuntimeException("from cancel");
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    fresh.upstream.onCancel(
        () -> {
          throw fromCancel;
        });
    fresh.downstream.onSubscribe(
        subscription -> {
          throw thrown;
        });
    assertThrown(() -> fresh.serialized.onSubscribe(fresh.upstream));
    assertEquals(List.of(fromCancel), fresh.dropped);
    assertEquals(0, thrown.getSuppressed().length, "it may be thrown again and again");
  }

  @Test
  void checkedExceptionsAreNotWrapped() {
    Exception checked = new Exception("sneaky");
    scene.downstream.on(1, () -> ThrowingDownstreamTest.<RuntimeException>sneak(checked));
    assertSame(checked, assertThrows(Exception.class, () -> scene.serialized.onNext(1)));
  }

  @Test
  void reachesTheOwnerAndNoOtherThread() {
    scene.downstream.on(1, () -> Elsewhere.run(() -> scene.serialized.onNext(2)));
    throwOn(2);
    assertThrown(() -> scene.serialized.onNext(1));
  }

  @Test
  void anExceptionFromTheUpstreamsCancelIsDropped() {
    RuntimeException fromCancel = new RuntimeException("from cancel");
    scene.upstream.onCancel(
        () -> {
          throw fromCancel;
        });
    scene.downstream.on(
        1,
        () -> {
          scene.serialized.onNext(2);
          throw thrown;
        });
    assertThrown(() -> scene.serialized.onNext(1));
    assertEquals(List.of(fromCancel), scene.dropped);
    assertEquals(0, thrown.getSuppressed().length, "it may be thrown again and again");
    assertEquals(List.of(2), scene.discarded);
  }

  @Test
  void upstreamIsCancelledAndTheRightClosedBeforeAnythingIsDiscarded() {
    List<Object> seen = new ArrayList<>();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults().onDiscard(seen::add).wrap(downstream);
    serialized.onSubscribe(scene.upstream.onCancel(() -> seen.add("cancel")));
    downstream.on(1, () -> List.of(2, 3).forEach(serialized::onNext));
    downstream.on(
        2,
        () -> {
          throw thrown;
        });
    assertThrown(() -> serialized.onNext(1));
    assertEquals(List.of("cancel", 3), seen);
  }

  private void throwOn(int item) {
    scene.downstream.on(
        item,
        () -> {
          throw thrown;
        });
  }

  @Test
  void anItemThatIsRefusedBeforeItsThreadDeliversOthersIsDiscarded() {
    List<Integer> discarded = new ArrayList<>();
    List<Subscription> requesting = new ArrayList<>();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream
        .onSubscribe(requesting::add)
        .on(1, () -> ThrowingDownstreamTest.<RuntimeException>sneak(thrown));
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .<Integer>bounded(1, 9, item -> weigh(item, requesting), Overflow.DROP_NEWEST)
            .<Integer>onDiscard(discarded::add)
            .sink();
    sink.subscribe(downstream);
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(1));
    assertThrown(() -> sink.tryEmit(2)); // there is no room for 2; then its thread delivers 1
    assertEquals(List.of(2), discarded);
  }

  private static long weigh(int item, List<Subscription> requesting) {
    if (item == 2) {
      requesting.get(0).request(1);
    }
    return 1;
  }

  private void assertThrown(Executable call) {
    assertSame(thrown, assertThrows(Error.class, call));
  }

  /** Checks that later signals go to the hooks, and that nothing waits. */
  private void assertEnded() {
    int before = scene.discarded.size();
    List<Object> delivered = scene.delivered();
    Throwable late = new Exception("late");
    Elsewhere.run(
        () -> {
          scene.serialized.onNext(100);
          scene.serialized.onError(late);
          scene.serialized.onComplete();
        });
    assertEquals(delivered, scene.delivered());
    assertEquals(List.of(100), scene.discarded.subList(before, scene.discarded.size()));
    assertEquals(List.of(late), scene.dropped);
    assertEquals(List.of("cancel"), scene.upstream.calls());
    assertEquals(0, scene.serialized.backlog());
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable t) throws E {
    throw (E) t;
  }
}
