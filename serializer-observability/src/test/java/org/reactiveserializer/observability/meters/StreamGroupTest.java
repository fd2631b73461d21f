package org.reactiveserializer.observability.meters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
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
    assertEquals(
        1_000,
        roundsThatCountRight(
            1_000,
            (sums, stream) -> {
              sums.add(register(stream));
              return sums::delivered;
            }));
  }

  @Test
  void theTwinThatReadsAndWritesCountsSomeTwice() {
    assertTrue(roundsThatCountRight(200_000, Loose::new) < 200_000);
  }

  /** Returns how many rounds count right, until one does not. */
  private static int roundsThatCountRight(
      int rounds, BiFunction<StreamGroup, Stream, Runnable> subject) {
    for (int round = 0; round < rounds; round++) {
      Stream stream = new Stream();
      StreamGroup sums = new StreamGroup("sink", "raced");
      Runnable count = subject.apply(sums, stream);
      Threads.race(
          round,
          () -> {
            stream.delivered = 1;
            count.run();
            stream.delivered = 2;
            count.run();
          },
          () -> {
            count.run();
            count.run();
          });
      if (sums.delivered() != 2) {
        return round;
      }
    }
    return rounds;
  }

  /** A twin: it writes without looking whether another thread has written. */
  private static final class Loose implements Runnable {
    private final StreamGroup sums;
    private final Stream stream;
    private volatile NamedStream.Figures counted = new Stream().figures();

    Loose(StreamGroup sums, Stream stream) {
      this.sums = sums;
      this.stream = stream;
    }

    @Override
    public void run() {
      NamedStream.Figures before = counted;
      NamedStream.Figures now = stream.figures();
      Threads.linger();
      counted = now;
      sums.add(before, now);
    }
  }

  private static final class Stream implements NamedStream {
    volatile long delivered;
    volatile long waiting;
    volatile long refused;

    @Override
    public Figures figures() {
      return new Figures(delivered, waiting, 0, waiting, Map.of("overflow", refused));
    }
  }
}
