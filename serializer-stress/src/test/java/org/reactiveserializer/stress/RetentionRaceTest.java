package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.broken.LooseSegment;
import org.reactiveserializer.stress.broken.Refusals;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.NodeKeepingState;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Segments;
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
  private static final int ENOUGH_FOR_A_TWIN = 250;

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
  void theLibraryKeepsNoItem(End end) {
    assertEquals(0, itemsHeld(probe -> Scene.sound(ErrorMode.DELAYED, probe), end));
  }

  @ParameterizedTest
  @EnumSource
  void nodesKeepNoItem(End end) {
    assertEquals(0, itemsHeld(broken(NodeKeepingState::new), end));
  }

  @Test
  void detectsARightThatKeepsRefusedWork() {
    int held = 0;
    // It refuses work only between an end and its becoming visible, which does not happen every
    // time.
    for (int i = 0; i < ENOUGH_FOR_A_TWIN && held == 0; i++) {
      held = itemsHeld(broken(Refusals::new), End.COMPLETION);
    }
    assertNotEquals(0, held);
  }

  @Test
  void aNodeKeepsNeitherItemNorNextNode() {
    assertEquals(0, heldByNodes(Segments.sound()));
  }

  @Test
  void detectsARunThatKeepsItsItems() {
    assertNotEquals(0, heldByNodes(LooseSegment.runs()));
  }

  private static Function<PlainProbe, Scene> broken(Supplier<DrainState> drain) {
    return probe -> Scene.broken(drain.get(), ErrorMode.DELAYED, probe);
  }

  private static int itemsHeld(Function<PlainProbe, Scene> stage, End end) {
    List<Scene> scenes = new ArrayList<>();
    Traces traces = new Traces();
    Failure thrown = new Failure("thrown by the downstream");
    for (int life = 0; life < LIVES; life++) {
      Scene scene = stage.apply(new PlainProbe(0, Reactions.failAt(-1, thrown)));
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

  /** Keeps the oldest node of every batch, and counts the other objects that it keeps alive. */
  private static int heldByNodes(Segments runs) {
    List<Work> oldest = new ArrayList<>();
    Traces traces = new Traces();
    for (int life = 0; life < LIVES; life++) {
      DrainState drain = new DrainState();
      drain.tryEnter();
      AtomicInteger emitting = new AtomicInteger(PRODUCERS - 1);
      race(
          number -> {
            if (number == 0) {
              while (emitting.get() > 0) {
                emit(drain, runs, oldest, traces);
              }
              emit(drain, runs, oldest, traces);
            } else {
              push(drain, runs, number, traces);
              emitting.getAndDecrement();
            }
          });
    }
    int held = traces.held();
    Reference.reachabilityFence(oldest);
    return held;
  }

  private static void push(DrainState drain, Segments runs, int producer, Traces traces) {
    Work last = null;
    for (int i = 0; i < ITEMS; i++) {
      Item item = traces.of(new Item(producer, i));
      if (last == null || !runs.append(last, item)) {
        last = runs.of(item);
        drain.push(last);
      }
    }
  }

  private static void emit(DrainState drain, Segments runs, List<Work> oldest, Traces traces) {
    Work rest = Work.oldestFirst(drain.take());
    if (rest != null) {
      oldest.add(rest);
      runs.seal(rest);
    }
    while (rest != null) {
      Item item = runs.poll(rest);
      if (item == null) {
        rest = rest.unlink();
        if (rest != null) {
          traces.of(rest);
          runs.seal(rest);
        }
      }
    }
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
