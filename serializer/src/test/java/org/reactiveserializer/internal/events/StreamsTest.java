package org.reactiveserializer.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.events.NamedStream.Figures;
import org.reactiveserializer.support.Collected;
import org.reactiveserializer.support.RecordingSubscriber;

/** Streams with a name, as whoever observes them sees them. */
class StreamsTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  /** Returns the streams with this name. */
  private static List<Registration> named(String name) {
    List<Registration> found = Collections.synchronizedList(new ArrayList<>());
    boolean[] done = {false};
    Streams.observe(
        stream -> {
          if (!done[0] && stream.name.equals(name)) {
            found.add(stream);
          }
        });
    done[0] = true; // an observer stays for ever
    return found;
  }

  private static Registration only(String name) {
    List<Registration> found = named(name);
    assertEquals(1, found.size(), found::toString);
    return found.get(0);
  }

  private static Figures figures(Registration stream) {
    return Objects.requireNonNull(stream.figures());
  }

  @Test
  void aSinksFigures() {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().named("a").bounded(2, Overflow.DROP_NEWEST).sink();
    List.of(1, 2, 3, 4, 5).forEach(sink::tryEmit);
    Registration stream = only("a");
    assertEquals("sink", stream.kind);
    assertEquals(new Figures(0, 2, 0, 2, refused(3, 0)), stream.figures());
    sink.subscribe(downstream);
    downstream.subscription().request(1);
    assertEquals(new Figures(1, 1, 0, 2, refused(3, 0)), stream.figures());
    downstream.subscription().cancel();
    assertEquals(new Figures(1, 0, 1, 2, refused(3, 0)), stream.figures());
    sink.tryEmit(6);
    assertEquals(new Figures(1, 0, 1, 2, refused(3, 1)), stream.figures());
  }

  private static Map<String, Long> refused(long overflow, long cancelled) {
    return Map.of(
        "overflow",
        overflow,
        "interrupted",
        0L,
        "withdrawn",
        0L,
        "terminated",
        0L,
        "cancelled",
        cancelled);
  }

  @Test
  void otherKinds() {
    SerialSubscriber<Integer> wrapped =
        Serializer.<Integer>withDefaults().named("b").wrap(downstream);
    wrapped.onNext(1);
    assertEquals("serializer", only("b").kind);
    assertEquals(1, figures(only("b")).delivered());
    SerialSink<Integer> source = Serializer.<Integer>withDefaults().sink();
    source.tryEmit(1);
    RecordingSubscriber<Integer> merged = new RecordingSubscriber<>();
    Merge.withDefaults().<Integer>named("c").of(source).subscribe(merged);
    assertEquals("merge", only("c").kind);
    assertEquals(1, figures(only("c")).waiting());
    merged.subscription().request(1);
    assertEquals(1, figures(only("c")).delivered());
    assertEquals(0, figures(only("c")).waiting());
  }

  @Test
  void aStreamWithoutANameIsNotKnown() {
    assertNull(Streams.register("sink", null, () -> new Figures(0, 0, 0, 0, Map.of())));
  }

  /** What is refused after the end is refused by nobody else. */
  @Test
  void whatAStreamThatHasEndedCountedOutlivesIt() {
    Registration stream = refusing("d");
    Collected.assertCollected(stream);
    Figures last = figures(stream);
    assertEquals(1, last.delivered());
    assertEquals(2, last.refused().get("terminated"));
  }

  private static Registration refusing(String name) {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named(name).sink();
    RecordingSubscriber<Integer> own = new RecordingSubscriber<>();
    sink.subscribe(own);
    own.subscription().request(9);
    sink.tryEmit(1);
    sink.tryComplete();
    sink.tryEmit(2);
    sink.tryEmit(3);
    return only(name);
  }

  /** Its end waits for a subscriber, who may never come. */
  @Test
  void whatAnAbandonedSinkRefusedOutlivesIt() {
    Registration stream = abandoned("g");
    Collected.assertCollected(stream);
    assertEquals(1, figures(stream).discarded());
    assertEquals(1, figures(stream).refused().get("terminated"));
  }

  private static Registration abandoned(String name) {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named(name).sink();
    sink.tryEmit(1);
    sink.abandon();
    sink.tryEmit(2);
    return only(name);
  }

  @Test
  void aStreamThatThrowsLeavesItsFiguresToo() {
    Registration stream = throwing("e");
    Collected.assertCollected(stream);
    assertEquals(1, figures(stream).delivered());
  }

  private static Registration throwing(String name) {
    RecordingSubscriber<Integer> own = new RecordingSubscriber<>();
    own.onNext(
        item -> {
          throw new IllegalStateException("boom");
        });
    SerialSubscriber<Integer> wrapped = Serializer.<Integer>withDefaults().named(name).wrap(own);
    try {
      wrapped.onNext(1);
    } catch (IllegalStateException expected) {
      // as any downstream's
    }
    return only(name);
  }

  @Test
  void aStreamThatIsCollectedWithoutAnEndLeavesNothing() {
    Serializer.<Integer>withDefaults().named("f").sink().tryEmit(1);
    Registration stream = only("f");
    Collected.assertCollected(stream);
    assertNull(stream.figures());
  }

  @Test
  void collectedStreamsAreForgotten() {
    for (int i = 0; i < 10_000; i++) {
      NamedStream stream = () -> new Figures(0, 0, 0, 0, Map.of());
      Objects.requireNonNull(Streams.register("sink", "g" + i, stream)).clear();
    }
    int[] kept = {0};
    Streams.observe(stream -> kept[0] += stream.get() == null ? 1 : 0);
    assertTrue(kept[0] < 1_000, () -> kept[0] + " are kept");
  }

  @Test
  void anObserverThatThrowsDoesNotDisturbWhoCreatesAStream() throws InterruptedException {
    List<Throwable> uncaught = new ArrayList<>();
    IllegalStateException error = new IllegalStateException("boom");
    Streams.observe(
        stream -> {
          if (stream.name.equals("h")) {
            throw error;
          }
        });
    Thread creator = new Thread(() -> Serializer.<Integer>withDefaults().named("h").sink());
    creator.setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
    creator.start();
    creator.join();
    assertEquals(List.of(error), uncaught);
  }
}
