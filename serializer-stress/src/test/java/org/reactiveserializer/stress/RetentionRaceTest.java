package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.testing.Effort;

/**
 * When all threads are done, no item is reachable through a serializer, no matter how its producers
 * raced: the items of many serializers are all collected while the serializers are still reachable.
 */
@Tag("effort")
class RetentionRaceTest {
  private static final int LIVES = Effort.rounds(400);
  private static final int PRODUCERS = 3;
  private static final int ITEMS = 60;

  /** What the first producer does in between. */
  private enum End {
    NONE(scene -> {}),
    COMPLETION(Scene::complete),
    ERROR(scene -> scene.fail(new Failure("emitted"))),
    CANCELLATION(Scene::cancel),
    THROW(scene -> scene.next(new Item(0, -1)));

    private final Consumer<Scene> deed;

    End(Consumer<Scene> deed) {
      this.deed = deed;
    }
  }

  @ParameterizedTest
  @EnumSource
  void noItemIsKept(End end) {
    assertEquals(0, itemsHeld(end));
  }

  /** Returns how many items are kept after any of the ends. */
  static int itemsHeld() {
    return Stream.of(End.values()).mapToInt(RetentionRaceTest::itemsHeld).sum();
  }

  private static int itemsHeld(End end) {
    List<Scene> scenes = new ArrayList<>();
    Traces traces = new Traces();
    Failure thrown = new Failure("thrown by the downstream");
    for (int life = 0; life < LIVES; life++) {
      Scene scene = Scene.of(ErrorMode.DELAYED, new PlainProbe(0, Reactions.failAt(-1, thrown)));
      scenes.add(scene);
      race(
          producer -> {
            for (int i = 0; i < ITEMS; i++) {
              if (producer == 0 && i == ITEMS / 2) {
                end.deed.accept(scene);
              }
              scene.next(traces.of(new Item(producer, i)));
            }
          });
    }
    int held = traces.held();
    Reference.reachabilityFence(scenes);
    return held;
  }

  private static void race(Consumer<Integer> producer) {
    CountDownLatch go = new CountDownLatch(1);
    List<Threads.Task> tasks = new ArrayList<>();
    for (int p = 0; p < PRODUCERS; p++) {
      int number = p;
      tasks.add(
          Threads.start(
              false,
              () -> {
                Threads.await(go);
                producer.accept(number);
              }));
    }
    go.countDown();
    tasks.forEach(Threads.Task::join);
  }
}
