package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Run;
import org.reactiveserializer.support.RecordingSubscriber;

/** Bytes, and distances between them, on a 64-bit virtual machine with compressed pointers. */
class FootprintTest {
  private static final int CACHE_LINE = 64;
  private static final Set<String> USED =
      Set.of("reference", "counter", "lastLeaver", "untilLook", "unclaimed");

  @Test
  void wordAndNotesHaveCacheLinesOfTheirOwn() {
    ClassLayout layout = ClassLayout.parseClass(EmissionRight.class);
    long reference = offset(layout, "reference");
    assertTrue(reference >= CACHE_LINE, layout::toPrintable);
    for (String note : List.of("counter", "lastLeaver", "untilLook")) {
      assertTrue(offset(layout, note) - reference >= CACHE_LINE, layout::toPrintable);
      assertTrue(layout.instanceSize() - offset(layout, note) >= CACHE_LINE, layout::toPrintable);
    }
  }

  @Test
  void noFieldOfUseSlippedInFrontOfThePadding() {
    ClassLayout layout = ClassLayout.parseClass(EmissionRight.class);
    for (FieldLayout field : layout.fields()) {
      boolean padding = field.name().matches("gap2?|[pqr]\\d");
      assertEquals(padding, !USED.contains(field.name()), field.name());
    }
  }

  @Test
  void serializerTakesThisManyBytes() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Serializer<Integer> settings = Serializer.unbounded();
    GraphLayout own =
        GraphLayout.parseInstance(settings.wrap(downstream))
            .subtract(GraphLayout.parseInstance(downstream, settings));
    assertEquals(376, own.totalSize(), own::toFootprint);
  }

  @Test
  void itemThatWaitsAloneTakesThisManyBytes() {
    assertEquals(48, ClassLayout.parseClass(Run.class).instanceSize());
  }

  private static long offset(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(FieldLayout::offset)
        .findFirst()
        .orElseThrow();
  }
}
