package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** The end of the outer source at the same time as that of the last inner source. */
class MergeEndTest {

  @ParameterizedTest
  @EnumSource
  void anInnerThatBeginsWhileTheLastItemOfTheOthersIsDelivered(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(mode);
    scene.outer.next(scene.a);
    scene.a.next(1).complete();
    scene.downstream.on(1, () -> Elsewhere.run(() -> beginLast(scene)));
    scene.request(9);
    assertWaitsForTheLast(scene);
  }

  @ParameterizedTest
  @EnumSource
  void anInnerThatBeginsBehindTheEndOfTheOthers(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(mode).request(9);
    scene.outer.next(scene.a);
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(scene.a::complete);
          Elsewhere.run(() -> beginLast(scene));
        });
    scene.a.next(1);
    assertWaitsForTheLast(scene);
  }

  @ParameterizedTest
  @EnumSource
  void anInnerThatAnswersTheRequestForTheNextOne(ErrorMode mode) {
    Tap<Integer> a = Tap.named("a");
    Tap<Integer> b = Tap.named("b");
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.on(1, a::complete);
    Merge.withDefaults().concurrency(1).errors(mode).<Integer>of(a, b).subscribe(downstream);
    downstream.subscription().request(9);
    a.next(1);
    b.next(2).complete();
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.signals());
  }

  @Test
  void anExceptionOfTheDownstreamAtTheEndOfTheListIsNotReplaced() {
    RuntimeException thrown = new RuntimeException("from the downstream");
    List<Throwable> dropped = new ArrayList<>();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onComplete(
        () -> {
          throw thrown;
        });
    Publisher<Integer> merged =
        Merge.<Integer>withDefaults().concurrency(1).onErrorDropped(dropped::add).of();
    assertSame(thrown, Elsewhere.thrownBy(() -> merged.subscribe(downstream)));
    assertEquals(List.of("subscribed", "completed"), downstream.signals());
    assertEquals(List.of(), dropped);
  }

  private static void beginLast(MergeScene scene) {
    scene.outer.next(scene.b);
    scene.outer.complete();
  }

  private static void assertWaitsForTheLast(MergeScene scene) {
    assertEquals(List.of(1), scene.delivered());
    scene.b.next(2).complete();
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
    assertEquals(List.of(), scene.discarded);
  }
}
