package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.drain.Bias;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactiveserializer.internal.waiting.Single;
import org.reactiveserializer.internal.waiting.Waiter;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;

/**
 * Sizes of objects and distances between fields, on a 64-bit virtual machine with compressed
 * pointers.
 */
class FootprintTest {
  private static final int CACHE_LINE = 64;
  private static final Set<String> NOTES =
      Set.of(
          "counter",
          "threadAtLastCheck",
          "exitsUntilCheck",
          "granted",
          "delivered",
          "inside",
          "oldest",
          "youngest");

  private static final Set<String> RUN_OF_OWNER =
      Set.of("reading", "readAt", "polled", "size", "source");

  static List<Class<?>> states() {
    return List.of(DrainState.class, BiasedState.class);
  }

  /** Apart from each other, from the other fields, and from adjacent objects. */
  @ParameterizedTest
  @MethodSource("states")
  void wordAndNotesHaveTheirOwnCacheLines(Class<?> drain) {
    ClassLayout layout = ClassLayout.parseClass(drain);
    long word = offset(layout, "reference");
    long firstNote = NOTES.stream().mapToLong(note -> offset(layout, note)).min().orElseThrow();
    long lastNote = NOTES.stream().mapToLong(note -> end(layout, note)).max().orElseThrow();
    assertTrue(word >= CACHE_LINE, layout::toPrintable);
    assertTrue(firstNote - (word + 4) >= CACHE_LINE, layout::toPrintable);
    for (FieldLayout field : layout.fields()) {
      if (isUsed(field) && !NOTES.contains(field.name()) && !field.name().equals("reference")) {
        assertTrue(field.offset() - lastNote >= CACHE_LINE, layout::toPrintable);
      }
    }
    assertTrue(layout.instanceSize() - lastNote >= CACHE_LINE, layout::toPrintable);
  }

  private static boolean isUsed(FieldLayout field) {
    return !field.name().matches("gap[23]?|[pqr]\\d");
  }

  /** Of a million calls that wait for room, each takes this, besides its item. */
  @Test
  void aWaitingCallTakesLessThanALine() {
    RoomLine<Integer> line = new RoomLine<>(Runnable::run);
    line.join(line.stage(1), () -> {});
    long one = GraphLayout.parseInstance(line).totalSize();
    int more = 1000;
    for (int i = 0; i < more; i++) {
      line.join(line.stage(1), () -> {});
    }
    assertEquals(64, (GraphLayout.parseInstance(line).totalSize() - one) / more);
  }

  /** Nobody polls the line, as while a subscriber hangs. */
  @Test
  void callsThatHaveWithdrawnTakeNoMoreThanThoseThatWait() {
    RoomLine<Integer> line = new RoomLine<>(Runnable::run);
    for (int i = 0; i < 10; i++) {
      line.join(line.stage(1), () -> {});
    }
    for (int i = 0; i < 10_000; i++) {
      Waiter<Integer> impatient = line.stage(1);
      line.join(impatient, () -> {});
      assertTrue(line.withdraw(impatient));
    }
    long waiters = GraphLayout.parseInstance(line).getClassCounts().count(Waiter.class);
    assertTrue(waiters < 10 + 2 * CACHE_LINE, () -> waiters + " in the line");
    assertEquals(10, line.size());
  }

  /** The other tests recognise padding by its name, so no other field may have such a name. */
  @Test
  void onlyPaddingHasANameOfPadding() {
    for (FieldLayout field : ClassLayout.parseClass(DrainState.class).fields()) {
      boolean used =
          NOTES.contains(field.name())
              || Set.of("reference", "ownerExpected", "left").contains(field.name());
      assertEquals(used, isUsed(field), field.name());
    }
  }

  @Test
  void sizeOfASerializer() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Serializer<Integer> settings = Serializer.withDefaults();
    GraphLayout own =
        GraphLayout.parseInstance(settings.wrap(downstream))
            .subtract(GraphLayout.parseInstance(downstream, settings));
    assertEquals(544, own.totalSize(), own::toFootprint);
  }

  @Test
  void sizeOfTheBiasAndOfAPromise() {
    assertEquals(
        8,
        ClassLayout.parseClass(BiasedState.class).instanceSize()
            - ClassLayout.parseClass(DrainState.class).instanceSize());
    assertEquals(40, ClassLayout.parseClass(Bias.class).instanceSize());
  }

  @Test
  void sizeOfAnItemThatWaitsAlone() {
    assertEquals(32, ClassLayout.parseClass(Single.class).instanceSize());
  }

  /** The owner writes one part with every item, the producer the other. */
  @Test
  void partsOfARunHaveTheirOwnCacheLines() {
    ClassLayout layout = ClassLayout.parseClass(Segment.class);
    long lastOfOwner =
        RUN_OF_OWNER.stream().mapToLong(name -> end(layout, name)).max().orElseThrow();
    for (FieldLayout field : layout.fields()) {
      if (isUsed(field)
          && field.offset() > offset(layout, "readAt")
          && !RUN_OF_OWNER.contains(field.name())) {
        assertTrue(field.offset() - lastOfOwner >= CACHE_LINE, layout::toPrintable);
      }
    }
    assertEquals(128, layout.instanceSize());
  }

  @Test
  void sizeOfASourceOfAMerge() {
    MergeScene scene = MergeScene.merged();
    assertEquals(48, ClassLayout.parseInstance(scene.a.subscriber()).instanceSize());
  }

  /** That of a bridge may have the merge's context besides. */
  @ParameterizedTest
  @CsvSource({
    "rxjava3.FlowableMerger$FlowableInner, 48",
    "reactor.CoreMerger$CoreInner, 56",
    "mutiny.MultiMerger$MultiInner, 56",
    "internal.operator.FlowInner, 48"
  })
  void sizeOfASourceOfABridge(String type, int bytes) throws ClassNotFoundException {
    Class<?> inner = Class.forName(Serializer.class.getPackageName() + "." + type);
    assertEquals(bytes, ClassLayout.parseClass(inner).instanceSize());
  }

  @Test
  void sizeOfAMerge() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Mapper mapper = new Mapper();
    MergeSettings<Integer> settings = new MergeSettings<>(1, 1, ErrorMode.IMMEDIATE, Hooks.none());
    GraphLayout own =
        GraphLayout.parseInstance(new Merger<>(settings, mapper, downstream))
            .subtract(GraphLayout.parseInstance(downstream, mapper, settings))
            .subtract(GraphLayout.parseInstance(signals()));
    assertEquals(648, own.totalSize(), own::toFootprint);
  }

  /** Enum constants, which all merges share. */
  private static Object[] signals() {
    try {
      return Class.forName(Merger.class.getPackageName() + ".Signals").getEnumConstants();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Not a lambda: the layout of a lambda's class cannot be read. */
  private static final class Mapper implements Function<Integer, Publisher<Integer>> {
    @Override
    public Publisher<Integer> apply(Integer item) {
      throw new AssertionError(item);
    }
  }

  private static long offset(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(FieldLayout::offset)
        .findFirst()
        .orElseThrow();
  }

  private static long end(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(field -> field.offset() + field.size())
        .findFirst()
        .orElseThrow();
  }
}
