package org.reactiveserializer.internal.observed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;

/** Streams with a name, as whoever observes them sees them. */
class GroupsTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  /** Returns the groups with this name. */
  private static List<Group> named(String name) {
    List<Group> found = new ArrayList<>();
    Consumer<Group> observer =
        group -> {
          if (group.name().equals(name)) {
            found.add(group);
          }
        };
    Groups.observe(observer);
    Groups.ignore(observer);
    return found;
  }

  private static Group only(String name) {
    List<Group> found = named(name);
    assertEquals(1, found.size(), found::toString);
    return found.get(0);
  }

  @Test
  void aSinksFigures() {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().named("a").bounded(2, Overflow.DROP_NEWEST).sink();
    for (int i = 0; i < 5; i++) {
      sink.tryEmit(i);
    }
    Group group = only("a");
    assertEquals("sink", group.kind());
    assertEquals(2, group.waiting());
    assertEquals(3, group.refused("overflow"));
    assertEquals(2, group.highWater());
    sink.subscribe(downstream);
    downstream.subscription().request(1);
    assertEquals(1, group.delivered());
    downstream.subscription().cancel();
    assertEquals(1, group.discarded());
    assertEquals(0, group.waiting());
    sink.tryEmit(6);
    assertEquals(1, group.refused("cancelled"));
    assertEquals(Set.of("overflow", "interrupted", "terminated", "cancelled"), reasons(group));
  }

  private static Set<String> reasons(Group group) {
    Set<String> reasons = new TreeSet<>();
    group.reasons().forEach(reasons::add);
    return reasons;
  }

  @Test
  void otherKinds() {
    SerialSubscriber<Integer> wrapped =
        Serializer.<Integer>withDefaults().named("b").wrap(downstream);
    wrapped.onNext(1);
    assertEquals("serializer[b]", only("b").toString());
    assertEquals(1, only("b").delivered());
    SerialSink<Integer> source = Serializer.<Integer>withDefaults().sink();
    source.tryEmit(1);
    RecordingSubscriber<Integer> merged = new RecordingSubscriber<>();
    Merge.withDefaults().<Integer>named("c").of(source).subscribe(merged);
    assertEquals("merge[c]", only("c").toString());
    assertEquals(1, only("c").waiting());
    merged.subscription().request(1);
    assertEquals(1, only("c").delivered());
    assertEquals(0, only("c").waiting());
  }

  @Test
  void aStreamWithoutANameIsNotKnown() {
    int before = Groups.size();
    Serializer.<Integer>withDefaults().sink().tryEmit(1);
    assertTrue(Groups.size() <= before);
  }

  @Test
  void streamsOfOneNameAreAddedUpAlsoWhenTheyHaveEnded() {
    Serializer<Integer> settings = Serializer.<Integer>withDefaults().named("d");
    SerialSink<Integer> first = settings.sink();
    Group group = only("d");
    first.subscribe(downstream);
    downstream.subscription().request(9);
    first.tryEmit(1);
    first.tryComplete();
    SerialSink<Integer> second = settings.sink();
    second.tryEmit(2);
    second.tryEmit(3);
    assertEquals(1, group.delivered());
    assertEquals(2, group.waiting());
    second.subscribe(new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(9)));
    assertEquals(3, group.delivered());
    assertEquals(2, group.streams());
  }

  @Test
  void theEndIsCountedThoughNobodyHasReadBefore() {
    Stream stream = new Stream();
    Group group = new Group("sink", "e");
    Member member = group.add(stream);
    stream.delivered = 7;
    member.fold();
    member.clear(); // as a collector does
    assertEquals(7, group.delivered());
    assertEquals(0, group.streams());
  }

  @Test
  void concurrentReadersCountEachItemOnce() {
    assertEquals(1_000, roundsThatCountRight(1_000, (group, stream) -> group.add(stream)::fold));
  }

  @Test
  void theTwinThatReadsAndWritesCountsSomeTwice() {
    assertTrue(roundsThatCountRight(200_000, Loose::new) < 200_000);
  }

  /** Returns how many rounds count right, until one does not. */
  private static int roundsThatCountRight(int rounds, BiFunction<Group, Stream, Runnable> subject) {
    for (int round = 0; round < rounds; round++) {
      Stream stream = new Stream();
      Group group = new Group("sink", "f");
      Runnable fold = subject.apply(group, stream);
      Race.run(
          round,
          () -> {
            stream.delivered = 1;
            fold.run();
            stream.delivered = 2;
            fold.run();
          },
          () -> {
            fold.run();
            fold.run();
          });
      if (group.delivered() != 2) {
        return round;
      }
    }
    return rounds;
  }

  /** A twin of a member: it writes without looking whether another thread has written. */
  private static final class Loose implements Runnable {
    private final Group group;
    private final Stream stream;
    private volatile Figures folded = Figures.NONE;

    Loose(Group group, Stream stream) {
      this.group = group;
      this.stream = stream;
    }

    @Override
    public void run() {
      Figures before = folded;
      Figures now = stream.figures();
      Race.linger();
      folded = now;
      group.add(before, now);
    }
  }

  @Test
  void theAgeIsWhatReadingsHaveSeen() {
    Stream stream = new Stream();
    Member member = new Group("sink", "g").add(stream);
    assertEquals(0, member.age(100));
    stream.waiting = 1;
    assertEquals(0, member.age(200));
    assertEquals(50, member.age(250));
    stream.waiting = 2; // another one
    assertEquals(100, member.age(300));
    stream.delivered = 1;
    stream.waiting = 1; // the first has left, the second came by 300
    assertEquals(20, member.age(320));
    stream.delivered = 2;
    stream.waiting = 0;
    assertEquals(0, member.age(400));
    stream.waiting = 1;
    assertEquals(0, member.age(500));
  }

  @Test
  void theAgeNeedsFewMarks() {
    Stream stream = new Stream();
    Member member = new Group("sink", "h").add(stream);
    for (int i = 1; i <= 1_000; i++) {
      stream.waiting = i;
      assertEquals(i - 1, member.age(i));
    }
    stream.delivered = 990;
    stream.waiting = 10;
    long age = member.age(1_001);
    assertTrue(age > 0 && age <= 10, () -> "age " + age);
  }

  @Test
  void collectedStreamsAreForgotten() {
    Group group = new Group("sink", "i");
    for (int i = 0; i < 10_000; i++) {
      group.add(new Stream()).clear();
    }
    assertTrue(group.kept() < 100, () -> group.kept() + " are kept");
  }

  @Test
  void anObserverLearnsOfNewGroups() {
    List<String> told = new ArrayList<>();
    Consumer<Group> observer = group -> told.add(group.toString());
    Groups.observe(observer);
    SerialSink<Integer> kept = Serializer.<Integer>withDefaults().named("j").sink();
    assertTrue(told.contains("sink[j]"), told::toString);
    Groups.ignore(observer);
    SerialSink<Integer> other = Serializer.<Integer>withDefaults().named("k").sink();
    assertFalse(told.contains("sink[k]"), told::toString);
    assertEquals(0, kept.backlog() + other.backlog());
  }

  private static final class Stream implements Observable {
    volatile long delivered;
    volatile long waiting;

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public Figures figures() {
      return new Figures(delivered, waiting, 0, 0, Map.of());
    }
  }
}
