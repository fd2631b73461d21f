package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * Sizes of objects and distances between fields, on a 64-bit virtual machine with compressed
 * pointers.
 */
class FootprintTest {
  static {
    System.setProperty("jol.magicFieldOffset", "true"); // for records and hidden classes
  }

  private static final int CACHE_LINE = 64;
  private static final String PADDING = "gap\\d|[pq]\\d";

  private static ClassLayout layoutOf(String name) {
    try {
      return ClassLayout.parseClass(Class.forName(Serializer.class.getPackageName() + "." + name));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Apart from all other fields, and from adjacent objects. */
  @Test
  void theWordHasItsOwnCacheLine() {
    ClassLayout layout = layoutOf("internal.engine.Emitter");
    long word = offset(layout, "word");
    assertTrue(word >= CACHE_LINE, layout::toPrintable);
    assertTrue(layout.instanceSize() - word > CACHE_LINE, layout::toPrintable);
    for (FieldLayout field : layout.fields()) {
      if (!field.name().equals("word") && !field.name().matches(PADDING)) {
        assertTrue(
            Math.abs(field.offset() - word) >= CACHE_LINE, () -> field + layout.toPrintable());
      }
    }
  }

  /** Apart from each other, from the length of their array, and from the next object. */
  @Test
  void theTwoSumsOfARoomHaveTheirOwnCacheLines() throws ReflectiveOperationException {
    Class<?> room = Class.forName("org.reactiveserializer.internal.engine.Room$Counted");
    Constructor<?> constructor = room.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Object made = constructor.newInstance(1, null);
    int acquired = (int) read(room, "ACQUIRED", made);
    int released = (int) read(room, "RELEASED", made);
    int length = ((AtomicLongArray) read(room, "sums", made)).length();
    for (int cells : List.of(acquired, released - acquired, length - released)) {
      assertTrue(cells * Long.BYTES >= CACHE_LINE, acquired + " " + released + " " + length);
    }
  }

  private static Object read(Class<?> type, String name, Object of)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  @Test
  void whatProducersReadLiesApartFromWhatTheOwnerWrites() {
    ClassLayout layout = layoutOf("internal.engine.Emitter");
    for (String read : List.of("backlog", "room", "terminal")) {
      for (String written : List.of("allowance", "delivered")) {
        assertTrue(
            offset(layout, read) - offset(layout, written) >= CACHE_LINE, layout::toPrintable);
      }
    }
  }

  private static long offset(ClassLayout layout, String name) {
    return layout.fields().stream()
        .filter(field -> field.name().equals(name))
        .mapToLong(FieldLayout::offset)
        .sum();
  }

  @Test
  void sizeOfAStream() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Serializer<Integer> settings = Serializer.withDefaults();
    assertSize(336, settings.wrap(downstream), downstream, settings, settings.wrap(downstream));
    assertSize(512, settings.sink(), settings, settings.sink());
  }

  /** Without what it shares with others. */
  private static void assertSize(int bytes, Object stream, Object... shared) {
    GraphLayout own = GraphLayout.parseInstance(stream).subtract(GraphLayout.parseInstance(shared));
    assertEquals(bytes, own.totalSize(), own::toFootprint);
  }

  /** That of a bridge may have the merge's context besides. */
  @ParameterizedTest
  @CsvSource({
    "internal.operator.Inner, 48",
    "rxjava3.RxDialect$FlowableInner, 48",
    "reactor.MergedFlux$CoreInner, 56",
    "mutiny.MutinyDialect$MultiInner, 56",
    "internal.operator.Merger$Link, 24",
    "internal.engine.Bias, 40",
    "internal.engine.Node, 48",
    "internal.engine.Waiter, 40"
  })
  void sizeOfAPart(String type, int bytes) {
    assertEquals(bytes, layoutOf(type).instanceSize());
  }

  private final SerialSink<Integer> full = full();

  private static SerialSink<Integer> full() {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .answerOn(new Here()) // and not threads, which refer to half of the JDK
            .bounded(1, Overflow.DROP_NEWEST)
            .sink();
    sink.tryEmit(1);
    return sink;
  }

  private static final class Here implements Executor {
    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  private CompletableFuture<EmitOutcome> wait(int item) {
    return full.emitAsync(item).toCompletableFuture();
  }

  /** Of a million calls that wait for room, each takes this, besides its item. */
  @Test
  void aWaitingCallTakesALine() {
    wait(1);
    long one = GraphLayout.parseInstance(full).totalSize();
    int more = 1000;
    for (int i = 0; i < more; i++) {
      wait(1);
    }
    long each = (GraphLayout.parseInstance(full).totalSize() - one) / more;
    assertTrue(each <= CACHE_LINE, () -> each + " bytes");
  }

  /** Nobody polls the line, as while a subscriber hangs. */
  @Test
  void callsThatHaveWithdrawnTakeNoMoreThanThoseThatWait() {
    CompletableFuture<EmitOutcome> first = wait(1);
    for (int i = 0; i < 10_000; i++) {
      assertTrue(wait(1).cancel(false));
    }
    long waiters = GraphLayout.parseInstance(full).getClassCounts().count(first.getClass());
    assertTrue(waiters < 2 * CACHE_LINE, () -> waiters + " in the line");
  }
}
