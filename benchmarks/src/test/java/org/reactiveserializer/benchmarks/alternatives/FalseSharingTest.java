package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.internal.emission.PortableRight;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Subscriber;

/** What is to share a cache line does: on a 64-bit virtual machine with compressed pointers. */
class FalseSharingTest {
  private static final int ALIGNMENT = 8; // of objects: a word of this size is on one line

  @Test
  void theCounterIsInOneWordWithTheRight() {
    ClassLayout layout = ClassLayout.parseClass(CounterBesideFinals.class);
    assertEquals(
        offset(layout, "right") / ALIGNMENT,
        offset(layout, "unfinished") / ALIGNMENT,
        layout::toPrintable);
  }

  @Test
  void theCellLiesBetweenOrItDoesNot() {
    assertTrue(isEverNext(PortableRight.class, Neighbour::ofTheCell));
    assertTrue(isEverNext(SerialEmitter.class, Neighbour::ofTheEmitter));
  }

  /** Not every time: a thread may get another piece of the heap in between. */
  private static boolean isEverNext(
      Class<?> expected, UnaryOperator<Subscriber<Integer>> construction) {
    return IntStream.range(0, 100)
        .mapToObj(attempt -> GraphLayout.parseInstance(construction.apply(new Ignoring())))
        .anyMatch(layout -> expected.equals(nextToNeighbour(layout)));
  }

  private static Class<?> nextToNeighbour(GraphLayout layout) {
    List<Long> addresses = List.copyOf(layout.addresses());
    long neighbour =
        addresses.stream()
            .filter(address -> layout.record(address).klass() == Neighbour.class)
            .findFirst()
            .orElseThrow();
    long next = neighbour + layout.record(neighbour).size();
    return addresses.contains(next) ? layout.record(next).klass() : Object.class;
  }

  private static long offset(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(FieldLayout::offset)
        .findFirst()
        .orElseThrow();
  }
}
