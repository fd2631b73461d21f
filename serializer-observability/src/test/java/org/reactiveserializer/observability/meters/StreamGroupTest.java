package org.reactiveserializer.observability.meters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactiveserializer.observability.Threads;

/** The sums of the streams of one name. */
class StreamGroupTest {
  private final StreamGroup group = new StreamGroup("sink", "group");

  private static Registration register(NamedStream stream) {
    return Objects.requireNonNull(Streams.register("sink", "registered", stream));
  }

  @Test
  void streamsAreAddedUp() {
    Stream first = new Stream();
    Stream second = new Stream();
    group.add(register(first));
    group.add(register(second));
    first.delivered = 1;
    second.delivered = 2;
    first.waiting = 3;
    second.waiting = 4;
    first.refused = 5;
    assertEquals(3, group.delivered());
    assertEquals(7, group.waiting());
    assertEquals(4, group.highWater());
    assertEquals(5, group.refused("overflow"));
    assertEquals(0, group.refused("unknown"));
    assertEquals(2, group.streams());
    Set<String> reasons = new TreeSet<>();
    group.reasons().forEach(reasons::add);
    assertEquals(Set.of("overflow"), reasons);
  }

  @Test
  void aStreamThatIsAddedTwiceIsCountedOnce() {
    Stream stream = new Stream();
    Registration registration = register(stream);
    stream.delivered = 7;
    group.add(registration);
    group.add(registration);
    assertEquals(7, group.delivered());
    assertEquals(1, group.streams());
  }

  /** What came after the last reading, too. */
  @Test
  void aStreamThatHasEndedIsCountedAlsoWhenItIsGone() {
    Stream stream = new Stream();
    Registration registration = register(stream);
    group.add(registration);
    stream.delivered = 1;
    assertEquals(1, group.delivered());
    Stream rest = new Stream();
    rest.delivered = 3;
    registration.ended(rest);
    rest.refused = 9;
    registration.clear(); // as a collector does
    assertEquals(3, group.delivered());
    assertEquals(9, group.refused("overflow"));
    assertEquals(0, group.streams());
    assertEquals(0, group.kept());
    group.add(registration);
    assertEquals(3, group.delivered());
  }

  @Test
  void aStreamThatIsGoneWithoutAnEndStaysInTheSums() {
    Stream stream = new Stream();
    Registration registration = register(stream);
    stream.delivered = 5;
    group.add(registration);
    registration.clear();
    assertEquals(5, group.delivered());
    assertEquals(0, group.waiting());
    assertEquals(0, group.kept());
  }

  @Test
  void collectedStreamsAreForgottenAlthoughNobodyReads() {
    for (int i = 0; i < 10_000; i++) {
      Stream stream = new Stream();
      Registration registration = register(stream);
      group.add(registration);
      stream.delivered = 1;
      registration.ended(stream);
      registration.clear();
    }
    assertTrue(group.kept() < 100, () -> group.kept() + " are kept");
    assertEquals(10_000, group.delivered());
  }

  @Test
  void concurrentReadersCountEachItemOnce() {
    for (int round = 0; round < 1_000; round++) {
      Stream stream = new Stream();
      StreamGroup sums = new StreamGroup("sink", "raced");
      sums.add(register(stream));
      Threads.race(
          round,
          () -> {
            stream.delivered = 1;
            sums.delivered();
            stream.delivered = 2;
            sums.delivered();
          },
          () -> {
            sums.delivered();
            sums.delivered();
          });
      assertEquals(2, sums.delivered());
    }
  }

  /** Another one reads when one has read the figures, and not counted them. */
  @Test
  void aReaderInBetweenCountsEachItemOnce() {
    Stream stream = new Stream();
    group.add(register(stream));
    assertEquals(1, delivered(stream, group::delivered));
  }

  /** Writes without looking whether another one has written. */
  @Test
  void theTwinThatReadsAndWritesCountsTwice() {
    Stream stream = new Stream();
    NamedStream.Figures[] counted = {stream.figures()};
    Runnable twin =
        () -> {
          NamedStream.Figures before = counted[0];
          NamedStream.Figures now = stream.figures();
          counted[0] = now;
          group.add(before, now);
        };
    assertEquals(2, delivered(stream, twin));
  }

  private long delivered(Stream stream, Runnable count) {
    stream.delivered = 1;
    stream.inBetween = count;
    count.run();
    return group.delivered();
  }

  private static final class Stream implements NamedStream {
    volatile long delivered;
    volatile long waiting;
    volatile long refused;
    private Runnable inBetween = () -> {};

    @Override
    public Figures figures() {
      Runnable once = inBetween;
      inBetween = () -> {};
      once.run();
      return new Figures(delivered, waiting, 0, waiting, Map.of("overflow", refused));
    }
  }
}
