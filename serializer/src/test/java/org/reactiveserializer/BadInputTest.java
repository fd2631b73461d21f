package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/** Invalid input is reported by name, and no item is lost. */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // null on purpose
class BadInputTest {
  private final Scene<Integer> scene = Scene.subscribed();

  @Test
  void nullItemIsRefusedAndChangesNothing() {
    assertNames("item", () -> scene.serialized.onNext(null));
    scene.serialized.onNext(1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(), scene.upstream.calls());
  }

  @Test
  void nullItemIsRefusedWhileAnotherThreadEmits() {
    scene.downstream.on(
        1, () -> Elsewhere.run(() -> assertNames("item", () -> scene.serialized.onNext(null))));
    scene.serialized.onNext(1);
    scene.serialized.onComplete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void nullErrorIsRefusedAndChangesNothing() {
    assertNames("error", () -> scene.serialized.onError(null));
    scene.serialized.onNext(1);
    scene.serialized.onComplete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void nullSubscriptionIsRefusedAndAnotherMayFollow() {
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    assertNames("subscription", () -> fresh.serialized.onSubscribe((Subscription) null));
    fresh.serialized.onSubscribe(fresh.upstream);
    fresh.downstream.subscription().request(1);
    assertEquals(List.of(1L), fresh.upstream.calls());
  }

  @Test
  void nullsAreRefusedAfterTheEndToo() {
    scene.serialized.onComplete();
    assertNames("item", () -> scene.serialized.onNext(null));
    assertNames("error", () -> scene.serialized.onError(null));
    assertNames("subscription", () -> scene.serialized.onSubscribe((Subscription) null));
  }

  @Test
  void secondSubscriptionIsCancelledAndTheFirstStays() {
    RecordingSubscription newcomer = new RecordingSubscription();
    scene.serialized.onSubscribe(newcomer);
    assertEquals(List.of("cancel"), newcomer.calls());
    scene.downstream.subscription().request(3);
    assertEquals(List.of(3L), scene.upstream.calls());
    assertEquals(List.of("subscribed"), scene.downstream.signals());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void requestThatIsNotPositiveIsSignalledByRuleAndNumber(long n) {
    scene.downstream.subscription().request(n);
    IllegalArgumentException error =
        assertInstanceOf(IllegalArgumentException.class, scene.delivered().get(0));
    assertTrue(error.getMessage().contains("§3.9"), error.getMessage());
    assertTrue(error.getMessage().contains(Long.toString(n)), error.getMessage());
    assertEquals(List.of("cancel"), scene.upstream.calls());
    assertEquals(1, scene.delivered().size());
  }

  @Test
  void requestThatIsNotPositiveEndsTheStreamThoughTheUpstreamThrows() {
    scene.upstream.onCancel(
        () -> {
          throw new IllegalStateException();
        });
    assertThrows(IllegalStateException.class, () -> scene.downstream.subscription().request(0));
    assertInstanceOf(IllegalArgumentException.class, scene.delivered().get(0));
  }

  @Test
  void nullSettingsAreRefused() {
    Serializer<Integer> serializer = Serializer.withDefaults();
    assertNames("mode", () -> serializer.errors(null));
    assertNames("hook", () -> serializer.onDiscard(null));
    assertNames("hook", () -> serializer.onErrorDropped(null));
    assertNames("downstream", () -> serializer.wrap(null));
    assertNames("upstream", () -> serializer.serialize(null));
    assertNames("downstream", () -> serializer.serialize(s -> {}).subscribe(null));
  }

  private static void assertNames(String what, Executable call) {
    String message = assertThrows(NullPointerException.class, call).getMessage();
    assertTrue(message.startsWith(what), message);
  }
}
