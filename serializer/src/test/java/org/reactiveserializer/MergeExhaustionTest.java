package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.MergeScene;

/** A source that is out of stack space while it signals leaves no merge that waits forever. */
class MergeExhaustionTest {
  private static final int DEPTHS = 200;

  static List<Named<Consumer<MergeScene>>> signals() {
    return List.of(
        Named.of("an item", scene -> scene.a.subscriber().onNext(1)),
        Named.of("an end", scene -> scene.a.subscriber().onComplete()),
        Named.of("an error", scene -> scene.a.subscriber().onError(new Exception())),
        Named.of("a source", scene -> scene.outer.subscriber().onNext(scene.c)),
        Named.of("the outer end", scene -> scene.outer.subscriber().onComplete()));
  }

  /**
   * Links all call sites of the test itself, so that none is linked for the first time when little
   * stack is left.
   */
  @BeforeAll
  static void rehearse() {
    for (Named<Consumer<MergeScene>> signal : signals()) {
      MergeScene scene = MergeScene.merged().request(Long.MAX_VALUE);
      scene.downstream.on(0, () -> signal.getPayload().accept(scene));
      scene.b.subscriber().onNext(0);
      assertEnds(scene);
    }
  }

  @ParameterizedTest
  @MethodSource("signals")
  void ofASourceWhileNoOtherThreadDelivers(Consumer<MergeScene> signal) {
    for (MergeScene scene : EndOfStack.overflown(scenes(), signal)) {
      assertEnds(scene);
    }
  }

  @ParameterizedTest
  @MethodSource("signals")
  void ofASourceThatTheDownstreamCalls(Consumer<MergeScene> signal) {
    List<MergeScene> scenes = scenes();
    scenes.forEach(scene -> scene.downstream.on(0, () -> signal.accept(scene)));
    for (MergeScene scene : EndOfStack.overflown(scenes, scene -> scene.b.subscriber().onNext(0))) {
      assertEnds(scene);
    }
  }

  private static List<MergeScene> scenes() {
    return Stream.generate(() -> MergeScene.merged().request(Long.MAX_VALUE))
        .limit(DEPTHS)
        .toList();
  }

  /**
   * Ends all remaining sources: then the merge ends, unless it was aborted and accepts nothing any
   * more.
   */
  private static void assertEnds(MergeScene scene) {
    Elsewhere.run(
        () -> {
          scene.b.subscriber().onNext(2);
          scene.b.subscriber().onComplete();
          scene.a.subscriber().onComplete(); // may be the second time
          if (scene.c.isSubscribed()) {
            scene.c.subscriber().onComplete();
          }
          scene.outer.subscriber().onComplete();
        });
    List<Object> signals = scene.downstream.signals();
    Object last = signals.get(signals.size() - 1);
    assertTrue(
        last.equals("completed") || last instanceof Throwable || scene.discarded.contains(2),
        () -> "has not ended: " + signals);
  }
}
