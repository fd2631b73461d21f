package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactivestreams.Subscriber;

/**
 * Fields share a cache line where they should, on a 64-bit virtual machine with compressed
 * pointers.
 */
class FalseSharingTest {
  private static final int ALIGNMENT = 8; // of objects: a word of this size lies on one cache line
  private static final int CACHE_LINE = 64;
  private static final String PADDING = "gap2?|[pqr]\\d";

  @Test
  void theCounterSharesAWordWithTheReferenceToTheRight() {
    ClassLayout layout = ClassLayout.parseClass(CounterBesideFinals.class);
    assertEquals(
        offset(layout, "drain") / ALIGNMENT,
        offset(layout, "unfinished") / ALIGNMENT,
        layout::toPrintable);
  }

  @Test
  void aDownstreamCreatedBeforeIsOnAnotherLine() {
    assertTrue(distance(Neighbour::inFront, true) >= CACHE_LINE);
  }

  @Test
  void aDownstreamCreatedAfterIsOnTheSameLine() {
    assertTrue(distance(Neighbour::behind, false) < CACHE_LINE);
  }

  /**
   * Returns the number of bytes between the field that the downstream writes and the nearest field
   * in use of the emitter.
   */
  private static long distance(
      UnaryOperator<Subscriber<Integer>> construction, boolean downstreamFirst) {
    // Not at every attempt: the thread may get a new allocation buffer in between, or the collector
    // may move the two, and put them side by side the other way round.
    return IntStream.range(0, 100)
        .mapToObj(attempt -> GraphLayout.parseInstance(construction.apply(new Ignoring())))
        .filter(layout -> areSideBySide(layout, downstreamFirst))
        .mapToLong(FalseSharingTest::distance)
        .min()
        .orElseThrow(
            () ->
                new AssertionError(
                    "the downstream and the emitter were never adjacent in 100 attempts"));
  }

  private static boolean areSideBySide(GraphLayout layout, boolean downstreamFirst) {
    long emitter = address(layout, SerialOperator.class);
    long neighbour = address(layout, Neighbour.class);
    return downstreamFirst
        ? neighbour + layout.record(neighbour).size() == emitter
        : emitter + layout.record(emitter).size() == neighbour;
  }

  private static long distance(GraphLayout layout) {
    long emitter = address(layout, SerialOperator.class);
    long count =
        address(layout, Neighbour.class) + offset(ClassLayout.parseClass(Neighbour.class), "count");
    return ClassLayout.parseClass(SerialOperator.class).fields().stream()
        .filter(field -> !field.name().matches(PADDING))
        .mapToLong(field -> distance(emitter + field.offset(), field.size(), count))
        .min()
        .orElseThrow();
  }

  private static long distance(long field, long size, long count) {
    return field < count ? count - (field + size) : field - (count + Long.BYTES);
  }

  private static long address(GraphLayout layout, Class<?> type) {
    return layout.addresses().stream()
        .filter(address -> layout.record(address).klass() == type)
        .findFirst()
        .orElseThrow();
  }

  private static long offset(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(FieldLayout::offset)
        .findFirst()
        .orElseThrow();
  }
}
