package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.right.Bias;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.Single;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;

/** Bytes, and distances between them, on a 64-bit virtual machine with compressed pointers. */
class FootprintTest {
  private static final int CACHE_LINE = 64;
  private static final Set<String> NOTES =
      Set.of(
          "counter",
          "lastLeaver",
          "untilLook",
          "credit",
          "delivered",
          "inside",
          "taken",
          "meetingWait",
          "oldest",
          "youngest",
          "oldestOpen",
          "allowance",
          "bringsItself");

  @Test
  void wordAndNotesHaveCacheLinesOfTheirOwn() {
    ClassLayout layout = ClassLayout.parseClass(EmissionRight.class);
    long reference = offset(layout, "reference");
    assertTrue(reference >= CACHE_LINE, layout::toPrintable);
    for (String note : NOTES) {
      assertTrue(offset(layout, note) - reference >= CACHE_LINE, layout::toPrintable);
      assertTrue(layout.instanceSize() - offset(layout, note) >= CACHE_LINE, layout::toPrintable);
    }
  }

  @Test
  void noFieldOfUseSlippedInFrontOfThePadding() {
    ClassLayout layout = ClassLayout.parseClass(EmissionRight.class);
    for (FieldLayout field : layout.fields()) {
      boolean padding = field.name().matches("gap2?|[pqr]\\d");
      boolean used = NOTES.contains(field.name()) || Set.of("reference", "unclaimed").contains(field.name());
      assertEquals(padding, !used, field.name());
    }
  }

  @Test
  void serializerTakesThisManyBytes() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Serializer<Integer> settings = Serializer.unbounded();
    GraphLayout own =
        GraphLayout.parseInstance(settings.wrap(downstream))
            .subtract(GraphLayout.parseInstance(downstream, settings));
    assertEquals(408, own.totalSize(), own::toFootprint);
  }

  @Test
  void biasTakesThisManyBytesMoreAndAPromiseThisMany() {
    assertEquals(
        8,
        ClassLayout.parseClass(BiasedRight.class).instanceSize()
            - ClassLayout.parseClass(EmissionRight.class).instanceSize());
    assertEquals(32, ClassLayout.parseClass(Bias.class).instanceSize());
  }

  @Test
  void itemThatWaitsAloneTakesThisManyBytes() {
    assertEquals(32, ClassLayout.parseClass(Single.class).instanceSize());
  }

  @Test
  void sourceOfAMergeTakesThisManyBytes() {
    MergeScene scene = MergeScene.merged();
    assertEquals(56, ClassLayout.parseInstance(scene.a.subscriber()).instanceSize());
  }

  @Test
  void mergeTakesThisManyBytes() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Mapper mapper = new Mapper();
    MergeSettings<Integer> settings = new MergeSettings<>(1, 1, false, Hooks.none());
    GraphLayout own =
        GraphLayout.parseInstance(
                new Merger<>(settings, mapper, downstream))
            .subtract(GraphLayout.parseInstance(downstream, mapper, settings.hooks()))
            .subtract(GraphLayout.parseInstance(signals()));
    assertEquals(520, own.totalSize(), own::toFootprint);
  }

  /** Those that all merges share. */
  private static Object[] signals() {
    try {
      return Class.forName(Merger.class.getPackageName() + ".Signals").getEnumConstants();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** No lambda: the layout of those cannot be read. */
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
}
