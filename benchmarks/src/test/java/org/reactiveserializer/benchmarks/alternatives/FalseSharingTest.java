package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Subscriber;

/** What is to share a cache line does: on a 64-bit virtual machine with compressed pointers. */
class FalseSharingTest {
  private static final int ALIGNMENT = 8; // of objects: a word of this size is on one line
  private static final int CACHE_LINE = 64;
  private static final String PADDING = "gap2?|[pqr]\\d";

  @Test
  void theCounterIsInOneWordWithTheRight() {
    ClassLayout layout = ClassLayout.parseClass(CounterBesideFinals.class);
    assertEquals(
        offset(layout, "right") / ALIGNMENT,
        offset(layout, "unfinished") / ALIGNMENT,
        layout::toPrintable);
  }

  @Test
  void aDownstreamMadeBeforeIsApart() {
    assertTrue(distance(Neighbour::inFront) >= CACHE_LINE);
  }

  @Test
  void aDownstreamMadeBehindIsNot() {
    assertTrue(distance(Neighbour::behind) < CACHE_LINE);
  }

  /** Returns how many bytes lie between what the downstream writes and what of the emitter is in use. */
  private static long distance(UnaryOperator<Subscriber<Integer>> construction) {
    // Not every time: a thread may get another piece of the heap in between.
    return IntStream.range(0, 100)
        .mapToObj(attempt -> GraphLayout.parseInstance(construction.apply(new Ignoring())))
        .filter(FalseSharingTest::areSideBySide)
        .mapToLong(FalseSharingTest::distance)
        .min()
        .orElseThrow(() -> new AssertionError("never side by side"));
  }

  private static boolean areSideBySide(GraphLayout layout) {
    long emitter = address(layout, SerialEmitter.class);
    long neighbour = address(layout, Neighbour.class);
    return neighbour + layout.record(neighbour).size() == emitter
        || emitter + layout.record(emitter).size() == neighbour;
  }

  private static long distance(GraphLayout layout) {
    long emitter = address(layout, SerialEmitter.class);
    long count =
        address(layout, Neighbour.class)
            + offset(ClassLayout.parseClass(Neighbour.class), "count");
    return ClassLayout.parseClass(SerialEmitter.class).fields().stream()
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
